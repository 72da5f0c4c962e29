"""All faults on a random schedule, for a given time."""

import random
import signal
import time

import disks
import restarts
from channel import Channel
from follower import Followers

# The events and their weights; those of the feed need a kind of channel that has one.
FEED = {"stall": 3, "feed lost": 2, "other tracks": 3, "size change": 2}
EVENTS = {
    "kill": 3, "kill at a call": 4, "term": 2, "disk full": 2, "recording disk full": 1, "disk slow": 2,
    "store stopped": 1, "store ended": 1, "store fails": 1, "store slow": 1, "reload": 3,
}
# In seconds: the time after which a channel whose source sends must have published.
SILENCE = 30


class Schedule:
    def __init__(self, channel: Channel, share: restarts.Share, end: float, names: str | None) -> None:
        self.channel, self.share, self.end = channel, share, end
        self.choice: random.Random = channel.choice
        self.disks = {"disk full": disks.Disk(channel.output, channel.faults),
                      "recording disk full": disks.Disk(channel.recordings, channel.faults)}
        self.events = dict(EVENTS)
        if channel.kind in ("coded", "decoded"):
            self.events |= FEED
        if not channel.faults.is_available:
            for name in ("kill at a call", "disk slow"):
                del self.events[name]
        if names:
            self.events = {name: self.events[name] for name in names.split(",") if name in self.events}
        self.before = 0
        self.calm_since = time.monotonic()

    def run(self) -> None:
        self.start()
        while time.monotonic() < self.end:
            self.pause(self.choice.uniform(2, 12))
            name = self.choice.choices(list(self.events), list(self.events.values()))[0]
            detail = getattr(self, name.replace(" ", "_"))()
            self.channel.findings.event(self.channel.name, name, detail or "")
            self.calm_since = time.monotonic()
        self.pause(12)
        self.check_silence(10)

    def start(self) -> None:
        self.before = self.channel.published()
        self.channel.start()

    def restart(self) -> None:
        """Starts the tool again after its end."""
        channel = self.channel
        channel.disarm()
        channel.check_recordings(channel.published() - self.before)
        time.sleep(self.choice.choice([0, 0.2, 1]))
        self.start()

    def pause(self, seconds: float) -> None:
        """Waits; restarts the tool if it ends meanwhile, which is a finding."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self.channel.wait(left):
                self.channel.report_end()
                self.channel.note_end("ended without cause")
                time.sleep(0.5)
                self.restart()
        self.check_silence(SILENCE)

    def check_silence(self, limit: float) -> None:
        """A channel without faults at present must publish."""
        now = time.monotonic()
        if now - self.calm_since < limit:
            return
        for reader in self.channel.readers:
            if now - max(reader.grown(), self.calm_since) > limit:
                self.channel.report_log("silent", f"{reader.place.name}: nothing new for {limit} s")

    # Ends of the process.

    def kill(self) -> str | None:
        if not self.share.take():
            return "left out"
        self.channel.kill()
        self.channel.note_end("kill at a moment")
        self.restart()
        return None

    def kill_at_a_call(self) -> str:
        if not self.share.take():
            return "left out"
        detail = self.channel.faults.arm_randomly(self.choice, signal.SIGKILL, 200)
        self.channel.is_ending = True
        self.channel.wait(5, lambda: self.channel.faults.hit)
        restarts.close(self.channel, "kill")
        self.channel.note_end(f"kill at {self.channel.faults.hit or 'a moment'}", detail)
        self.restart()
        return detail

    def term(self) -> str | None:
        if not self.share.take():
            return "left out"
        restarts.close(self.channel, "term")
        self.channel.note_end("terminated")
        self.restart()
        return None

    # Disks.

    def disk_full(self) -> str:
        return self.fill("disk full")

    def recording_disk_full(self) -> str:
        return self.fill("recording disk full")

    def fill(self, name: str) -> str:
        left = self.choice.choice([0, 4096, 100_000])
        if name == "disk full":
            self.channel.contents.low_disk_until = time.monotonic() + 60
        self.disks[name].fill(left)
        self.pause(self.choice.uniform(2, 10))
        self.disks[name].free()
        return f"{left} bytes left"

    def disk_slow(self) -> str:
        delay = self.choice.choice(restarts.SLOW)
        self.channel.faults.delay(delay)
        self.pause(self.choice.uniform(4, 12))
        self.channel.faults.delay({})
        return str(delay)

    # The store.

    def store_stopped(self) -> None:
        self.channel.store.send_signal(signal.SIGSTOP)
        self.pause(self.choice.uniform(2, 15))
        self.channel.store.send_signal(signal.SIGCONT)

    def store_ended(self) -> None:
        self.channel.end_store()
        self.pause(self.choice.uniform(1, 15))
        self.channel.start_store()

    def store_fails(self) -> None:
        self.set_store("fail")

    def store_slow(self) -> None:
        self.set_store("slow")

    def set_store(self, mode: str) -> None:
        path = self.channel.folder / "store-mode"
        path.write_text(mode)
        self.pause(self.choice.uniform(2, 10))
        path.write_text("")

    # The source.

    def stall(self) -> str:
        seconds = self.choice.choice([0.5, 1.5, 3, 6])
        self.channel.feed.hold()
        self.pause(seconds)
        self.channel.feed.release()
        return f"{seconds} s"

    def feed_lost(self) -> None:
        self.channel.feed.end()
        self.pause(self.choice.uniform(0.2, 8))
        self.channel.feed.send(self.channel.feed.variant)

    def other_tracks(self) -> str:
        return self.change(["video", "audio", "two-audio", "other-audio", "ac3"], self.choice.choice([0, 1, 4]))

    def size_change(self) -> str:
        return self.change(["large"], self.choice.choice([0, 1, 4]))

    def change(self, variants: list[str], pause: float) -> str:
        """Returns with another variant, and with the usual one if that is the current one."""
        feed = self.channel.feed
        variant = self.choice.choice([name for name in [*variants, "usual"] if name != feed.variant])
        feed.end()
        if pause:
            self.pause(pause)
        feed.send(variant)
        return f"{variant} after {pause} s"

    # The pipeline file.

    def reload(self) -> str:
        channel = self.channel
        channel.window = self.choice.choice([8, 10, 14])
        channel.bitrate = self.choice.choice(["80kbps", "120kbps"])
        channel.write_pipeline()
        if channel.is_running:
            channel.process.send_signal(signal.SIGHUP)
        return f"window {channel.window}, {channel.bitrate}"


def run(channel: Channel, share: restarts.Share, end: float, names: str | None) -> None:
    schedule = Schedule(channel, share, end, names)
    with restarts.attended(channel):
        schedule.run()
        channel.contents.has_ended = True
        if channel.finish():
            channel.report_end()
        channel.check_recordings(channel.published() - schedule.before)
        time.sleep(1)
    for disk in schedule.disks.values():
        disk.release()
