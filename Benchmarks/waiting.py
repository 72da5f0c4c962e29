"""Five hundred players that wait for the same part."""

from audience import SECONDS, measure_waiting as measure

__all__ = ["SECONDS", "measure"]
