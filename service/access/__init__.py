"""Who may do what at a table. Every request passes the guard, and what nobody allowed is refused.

Roles:

roles.py     the table of roles and what each may do, as data
caller.py    who a request comes from
routes.py    what a route needs; one that says nothing is closed
guard.py     the one place that every request passes
privacy.py   hands, records, seats and moves that are somebody's own
hosts.py     names of this machine, and pages that may ask it for a change

Letting in:

tokens.py         tokens of phones, screens and programs, kept as hashes
pairing.py        one-time codes, six digits, and the host's word
open_pairings.py  the codes and digits that are open now, for all processes
attempts.py       how often somebody may guess
words.py          the word that two screens show
code.py           the code that a phone scans, drawn

The network, and the files:

addresses.py      this machine's address and names
certificate.py    its certificate
https.py          how the network is spoken to
announce.py       multicast DNS
file_modes.py     who may read the data folder
"""
