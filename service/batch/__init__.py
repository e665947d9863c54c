"""Work on many recordings: each is a task of its own, in this process, in several, or on the machines of a cluster."""
