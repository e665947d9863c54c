"""What whoever runs the service asks of it: is it alive, may it be sent requests, how much of what happens."""
