"""A mock USB serial adapter whose device node is a real pty. Run as: umockdev-wrapper /usr/bin/python3 mock-usb.py

It reads commands from stdin, one per line: "attach PATH", "detach", "busy", "free". It answers each with
"ok" or "error TEXT" on stdout. Send the next command only after the answer, because a watch on a buffered file misses the
second of two lines. The first line on stdout is "root DIR", the value of UMOCKDEV_DIR for Chromium. The program ends when
stdin is closed.
"""

import errno
import os
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

# The number is 4:64, because Chromium lists a tty only if its number belongs to a driver of type "serial" in the real
# /proc/tty/drivers, and 188 (usbserial) is listed there only while that driver is loaded.
# The tty has no "N:" line, because umockdev creates the node of a name only once and refuses to add it again.
USB = """P: /devices/pci0000:00/0000:00:14.0/usb1/1-1
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: idVendor=1a86
A: idProduct=7523
A: product=OBD Adapter

P: /devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0
E: DEVTYPE=usb_interface
E: SUBSYSTEM=usb
A: bInterfaceNumber=00
"""
TTY = """P: /devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0
E: DEVNAME=/dev/ttyUSB0
E: SUBSYSTEM=tty
E: MAJOR=4
E: MINOR=64
E: ID_BUS=usb
E: ID_VENDOR_ID=1a86
E: ID_MODEL_ID=7523
E: ID_MODEL=OBD_Adapter
E: ID_MODEL_ENC=OBD\\x20Adapter
A: dev=4:64
"""
TTY_PATH = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0"


class RealCalls(UMockdev.IoctlBase):
    """Executes every call for the node on the pty behind it. Without this, open() in the browser fails."""

    busy = False

    def run(self, client):
        result, error = client.execute()
        client.complete(result, error)
        return True

    def do_handle_ioctl(self, client):
        if self.busy:  # every call that claims the port exclusively fails, as if another program had opened it
            client.complete(-1, errno.EBUSY)
            return True
        return self.run(client)

    def do_handle_read(self, client):
        return self.run(client)

    def do_handle_write(self, client):
        return self.run(client)


class Bed:
    def __init__(self):
        self.testbed = UMockdev.Testbed.new()
        self.root = self.testbed.get_root_dir()
        self.calls = RealCalls()
        self.attached = False
        self.testbed.add_from_string(USB)
        self.node = os.path.join(self.root, "dev", "ttyUSB0")
        os.makedirs(os.path.dirname(self.node), exist_ok=True)

    def attach(self, path):
        if self.attached:
            raise RuntimeError("already attached")
        if not os.path.exists(path):
            raise RuntimeError("no such pty: " + path)
        self.testbed.attach_ioctl("/dev/ttyUSB0", self.calls)
        os.symlink(os.path.realpath(path), self.node)
        self.testbed.add_from_string(TTY)  # this also sends the "add" event, so it must be last
        self.attached = True

    def detach(self):
        if not self.attached:
            raise RuntimeError("not attached")
        self.testbed.uevent(TTY_PATH, "remove")
        self.testbed.detach_ioctl("/dev/ttyUSB0")
        os.unlink(self.node)
        self.testbed.remove_device(TTY_PATH)
        self.attached = False

    def obey(self, line):
        word, _, path = line.strip().partition(" ")
        if word == "attach":
            self.attach(path)
        elif word == "detach":
            self.detach()
        elif word in ("busy", "free"):
            self.calls.busy = word == "busy"
        else:
            raise RuntimeError("unknown: " + word)


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main():
    bed = Bed()
    loop = GLib.MainLoop()

    def hear(_channel, condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        try:
            bed.obey(line)
            say("ok")
        except Exception as problem:  # the answer reports the problem, and the test fails with it
            say("error " + str(problem).replace("\n", " "))
        return True

    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, hear)
    say("root " + bed.root)
    loop.run()


main()
