"""A pty whose master end a test controls: it sends the bytes that the test orders and stores all received bytes.

Prints "slave PATH" for each pty that it opens. The commands on stdin, one per line:
"say HEX" sends bytes.
"heard N" answers with all bytes received so far as hex, as soon as there are N or more.
"flood N" sends N more bytes (byte k over all floods is k % 251) and answers "ok" after the last one.
"forget" discards the received bytes and restarts the floods.
"close" closes the master, like the loss of a device. "open" opens a new pty.
The program ends when stdin is closed.
"""

import os
import selectors
import sys
import tty

selector = selectors.DefaultSelector()
PATTERN = bytes(k % 251 for k in range(251 * 256))


class Wire:
    def __init__(self):
        self.heard = bytearray()
        self.to_say = bytearray()
        self.flood = 0
        self.flooded = 0
        self.wanted = None
        self.open()

    def open(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        selector.register(self.master, selectors.EVENT_READ)
        print("slave " + os.ttyname(self.slave), flush=True)
        # The slave stays open here, because reading the master fails with EIO if no slave is open.

    def close(self):
        selector.unregister(self.master)
        os.close(self.slave)
        os.close(self.master)
        self.master = None
        self.to_say.clear()
        self.flood = self.flooded = 0

    def watch(self):
        if self.master is None:
            return
        busy = self.to_say or self.flooded < self.flood
        selector.modify(
            self.master, selectors.EVENT_READ | (selectors.EVENT_WRITE if busy else 0)
        )

    def write(self):
        try:
            if self.to_say:
                del self.to_say[: os.write(self.master, self.to_say[:65536])]
            elif self.flooded < self.flood:
                start = self.flooded % 251
                chunk = PATTERN[start : start + min(60000, self.flood - self.flooded)]
                self.flooded += os.write(self.master, chunk)
                if self.flooded == self.flood:
                    print("ok", flush=True)
        except BlockingIOError:
            pass

    def read(self):
        try:
            received = os.read(self.master, 65536)
        except (BlockingIOError, OSError):
            return
        self.heard += received
        self.answer()

    def answer(self):
        if self.wanted is not None and len(self.heard) >= self.wanted:
            self.wanted = None
            print(self.heard.hex() or "-", flush=True)

    def obey(self, line):
        word, _, argument = line.strip().partition(" ")
        if word == "say":
            self.to_say += bytes.fromhex(argument)
            print("ok", flush=True)
        elif word == "heard":
            self.wanted = int(argument)
            self.answer()
        elif word == "forget":
            self.heard.clear()
            self.flood = self.flooded = 0
            print("ok", flush=True)
        elif word == "flood":
            self.flood += int(argument)
        elif word == "close":
            self.close()
            print("ok", flush=True)
        elif word == "open":
            self.open()
        else:
            sys.exit(0)


wire = Wire()
selector.register(0, selectors.EVENT_READ)
while True:
    wire.watch()
    # A command may close the master and open another one with the same number, so earlier events are discarded.
    ready = {key.fd: events for key, events in selector.select()}
    if 0 in ready:
        wire.obey(sys.stdin.readline())
        continue
    events = ready.get(wire.master, 0)
    if events & selectors.EVENT_READ:
        wire.read()
    if events & selectors.EVENT_WRITE:
        wire.write()
