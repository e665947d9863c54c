"""Many tables at one server: what machines of other tables send, what they send it with, and all tables at a glance."""
