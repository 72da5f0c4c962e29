"""Runs that are killed at random moments and calls, and started again at once."""

import contextlib
import signal
import time

from channel import Channel
from follower import Followers

# Events of a restart and their weights.
WAYS = {"kill at a moment": 4, "kill at a call": 4, "kill at a call of the start": 1, "term at a call": 1, "term": 1}
# Delays of slow runs in milliseconds.
SLOW = [{"rename": 100}, {"rename": 60, "sync": 60}, {"write": 20}, {"create": 40}, {"sync": 150}, {"send": 15},
        {"unlink": 50, "rename": 30}]


def end_once(channel: Channel) -> bool:
    """Starts a run and ends it in a random way. Returns false if it ended before that."""
    choice, faults = channel.choice, channel.faults
    ways = {way: weight for way, weight in WAYS.items() if faults.is_available or "call" not in way}
    way = choice.choices(list(ways), list(ways.values()))[0]
    slow = choice.choice(SLOW) if choice.random() < 0.3 and faults.is_available else {}
    if slow:
        faults.delay(slow)
        channel.findings.event(channel.name, "slow calls")
    if way == "kill at a call of the start":
        detail = faults.arm_randomly(choice, signal.SIGKILL, 120)
        channel.start()
        channel.wait(6)
    else:
        channel.start()
        goal = channel.published() + choice.randint(0, 2)
        channel.wait(12, lambda: channel.published() >= goal)
        channel.wait(choice.uniform(0, 0.8))
        detail = ""
        if "call" in way and channel.is_running:
            detail = faults.arm_randomly(choice, signal.SIGTERM if "term" in way else signal.SIGKILL, 60)
            channel.wait(3, lambda: faults.hit)
    is_killed = close(channel, way)
    call = f"{'term' if 'term' in way else 'kill'} at {faults.hit}" if faults.hit else way.split(" at a call")[0]
    channel.note_end(call, f"{detail}{f', slow {slow}' if slow else ''}")
    channel.disarm()
    return is_killed


def close(channel: Channel, way: str) -> bool:
    """Ends the process unless the signal at a call did. Returns whether it ran until then."""
    if "term" in way:
        # A second signal would abort the run.
        channel.faults.disarm()
        code = channel.finish(is_signalled="call" in way and bool(channel.faults.hit))
        # Before its handlers are installed, the signal ends the process.
        is_expected = code in (0, None, -signal.SIGTERM)
    else:
        channel.is_ending = True
        is_expected = channel.is_running or channel.process.returncode == -signal.SIGKILL
        channel.kill()
    if not is_expected:
        channel.report_end()
    return is_expected


@contextlib.contextmanager
def attended(channel: Channel):
    """Runs the store, the feed and the readers of a channel."""
    channel.start_store()
    followers = Followers(channel)
    followers.start()
    if channel.kind in ("coded", "decoded"):
        channel.feed.send()
    try:
        yield
    finally:
        channel.kill()
        channel.feed.end()
        channel.end_store()
        followers.stop()


def restart(channel: Channel, share: "Share") -> None:
    """Restarts a channel until the share of all kills is used up, then lets it run for some segments."""
    with attended(channel):
        failures = 0
        while failures < 10 and share.take():
            before = channel.published()
            if end_once(channel):
                failures = 0
            else:
                failures += 1
                share.put_back()
            time.sleep(channel.choice.choice([0, 0.05, 0.3]))
            channel.check_recordings(channel.published() - before)
        channel.start()
        goal = channel.published() + 4
        channel.wait(30, lambda: channel.published() >= goal)
        if not channel.is_running:
            channel.report_end()
        elif channel.published() < goal:
            channel.report_log("silent", "no four segments within 30 s")
        if channel.finish():
            channel.report_end()
        time.sleep(1)


class Share:
    """A number of kills that several channels divide."""

    def __init__(self, count: int, lock, until: float | None = None) -> None:
        self.left, self.lock, self.until = count, lock, until

    def take(self) -> bool:
        with self.lock:
            if self.left <= 0 or self.until and time.monotonic() > self.until:
                return False
            self.left -= 1
            return True

    def put_back(self) -> None:
        with self.lock:
            self.left += 1
