package import Media

/// Chooses the longest duration that a part may have, the same for all tracks of a presentation.
///
/// Parts hold whole pictures and whole packets of sound. Each track's parts, but for the last of a segment, are to be
/// between 85 % and 100 % of the target (RFC 8216bis 4.4.4.9).
package enum PartTarget {
    /// The multiple of a sample's duration nearest to `wanted` for which every track fills at least 85 %, rounded up to
    /// the millisecond; `wanted` itself where no sample lasts any time. `units` are durations of samples.
    package static func nearest(to requested: MediaTime, units: [MediaTime]) -> MediaTime {
        let units = units.filter { $0 > .zero }
        var best: MediaTime?
        for unit in units {
            // Longer parts are filled sooner or later; shorter ones are a matter of luck.
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

    /// Whether whole samples of this duration make at least 85 % of a part.
    private static func fills(_ part: MediaTime, with unit: MediaTime) -> Bool {
        let (partTicks, each) = (part.ticks(at: 1_000_000), unit.ticks(at: 1_000_000))
        guard each > 0 else { return true }
        return partTicks / each * each * 100 >= partTicks * 85
    }

    private static func distance(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
        left > right ? left - right : right - left
    }
}
