"""Prints results as Markdown and saves them to a file."""

import os
import platform

from places import BENCH, SLUICE
from measure import Cost
import tools

# The load average per core above which medians of seconds are not reliable.
BUSY = 0.7


class Report:
    """The lines of the report, printed as they are added."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str = "") -> None:
        print(text, flush=True)
        self.lines.append(text)

    def table(self, header: list[str], rows: list[list[str]]) -> None:
        self.say("| " + " | ".join(header) + " |")
        self.say("|" + "---|" * len(header))
        for row in rows:
            self.say("| " + " | ".join(row) + " |")
        self.say()

    def goal(self, what: str, value: float, limit: float, form: str = "{:.2f} ×") -> None:
        verdict = "met" if value <= limit else "NOT met"
        self.say(f"- {verdict}: {what} {form.format(value)}; the goal is at most {form.format(limit)}")

    def machine(self) -> None:
        model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                     platform.machine())
        self.say(f"{model}, {os.cpu_count()} cores, Linux {platform.release()}; "
                 f"{tools.first_line(SLUICE, 'version')}, {tools.first_line('ffmpeg', '-version')}")
        self.say()
        load = os.getloadavg()[0]
        if load > BUSY * (os.cpu_count() or 1):
            self.say(f"**The machine was busy at the start (load {load:.1f}): the figures below are not reliable.**")
            self.say()

    def save(self) -> None:
        (BENCH / "report.md").write_text("\n".join(self.lines) + "\n")


def mebibytes(count: int) -> str:
    return f"{count / (1 << 20):.0f}"


def cost_row(name: str, cost: Cost, base: Cost) -> list[str]:
    """Returns a table row with a tool's cost and the base's cost relative to it."""
    return [
        name, f"{cost.wall:.2f}", f"{base.wall / cost.wall:.2f} ×", f"{cost.cpu:.2f}", f"{base.cpu / cost.cpu:.2f} ×",
        mebibytes(cost.memory),
    ]
