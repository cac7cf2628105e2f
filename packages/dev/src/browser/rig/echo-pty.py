"""A pty that echoes what is written to it: a device for testing the rig itself.

Says "slave PATH" for each pty it opens. "close" closes the master, which is a device lost to whoever has the slave
open; "open" opens a new pty; "say HEX" sends bytes unasked. Ends when stdin closes.
"""

import os
import selectors
import sys
import tty

selector = selectors.DefaultSelector()


def open_pty():
    master, slave = os.openpty()
    tty.setraw(slave)
    selector.register(master, selectors.EVENT_READ)
    print("slave " + os.ttyname(slave), flush=True)
    # The slave stays open here: a pty whose last slave closes answers its master with EIO until the next open.
    return master, slave


master, slave = open_pty()
selector.register(0, selectors.EVENT_READ)
while True:
    for key, _ in selector.select():
        if key.fd != 0:
            os.write(key.fd, os.read(key.fd, 65536))
            continue
        word, _, argument = sys.stdin.readline().strip().partition(" ")
        if word == "close":
            selector.unregister(master)
            os.close(slave)
            os.close(master)
            print("ok", flush=True)
        elif word == "open":
            master, slave = open_pty()
        elif word == "say":
            os.write(master, bytes.fromhex(argument))
            print("ok", flush=True)
        else:
            sys.exit(0)
