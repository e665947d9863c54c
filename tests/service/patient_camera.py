"""The camera's process of a test: it shows a frame when the one before has been looked at, however slow the machine."""

import time

from service.capture import child
from service.capture.slot import Slot

ORDER = child.ordered()


class Patient(Slot):
    """A slot whose writer waits for the reader; whoever looks at a frame says afterwards whether it may go on."""

    def put(self, pixels, time_s):
        self.hold(True)
        super().put(pixels, time_s)
        while self.held and child._alive(ORDER):
            self.beat()
            time.sleep(0.002)


if __name__ == "__main__":
    child.Slot = Patient
    child.main(ORDER)
