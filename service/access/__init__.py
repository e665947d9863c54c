"""Who may do what at a table: roles, pairing, tokens, and the guard that every request passes.

roles.py     the table of roles and what each may do, as data
caller.py    who a request comes from, and what it may see
needs.py     what a route needs; one that says nothing is closed
guard.py     the one place that every request passes before anything else
hosts.py     which addresses are this machine's, and which pages may ask it to change something
tokens.py    tokens of phones, screens and programs, kept as hashes
pairing.py   one-time codes, six digits, and whom the host lets in
"""
