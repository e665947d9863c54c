"""A phone as the table's camera: it joins by a code, opens its camera in a page of ours, and sends pictures.

    inbox.py         who may send, and where the pictures go
    certificate.py   the machine's own certificate: browsers open a camera over HTTPS alone
    addresses.py     where this machine is in the local network
    door.py          the second server, and the code that leads to it
    page.py          what the phone shows

Only the phone's own page is served to the network; the table's stays where `--host` says.
"""
