package import Media

/// Chooses the part target duration, which is the same for all tracks of a presentation.
///
/// Parts contain whole video frames and audio packets. Each part except the last one of a segment must last 85 % to 100
/// % of the target (RFC 8216bis 4.4.4.9).
package enum PartTarget {
    /// Returns the multiple of a sample duration nearest to `requested` for which every track fills at least 85 %,
    /// rounded up to the millisecond; `requested` if no sample has a duration. `units` are sample durations.
    package static func nearest(to requested: MediaTime, units: [MediaTime]) -> MediaTime {
        let units = units.filter { $0 > .zero }
        var best: MediaTime?
        for unit in units {
            // Longer multiples eventually fill 85 % for all tracks; shorter ones may not.
            let near = max(1, requested.ticks(at: 1_000_000) / max(1, unit.ticks(at: 1_000_000)))
            for count in 1...(near + 16) {
                let candidate = MediaTime.milliseconds((unit * count).ticks(at: 1000, rounding: .up))
                guard units.allSatisfy({ fills(candidate, with: $0) }) else { continue }
                if let known = best, distance(known, requested) <= distance(candidate, requested) { continue }
                best = candidate
            }
        }
        return best ?? requested
    }

    /// Returns whether whole samples of this duration fill at least 85 % of a part.
    private static func fills(_ part: MediaTime, with unit: MediaTime) -> Bool {
        let (partTicks, each) = (part.ticks(at: 1_000_000), unit.ticks(at: 1_000_000))
        guard each > 0 else { return true }
        return partTicks / each * each * 100 >= partTicks * 85
    }

    private static func distance(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
        left > right ? left - right : right - left
    }
}
