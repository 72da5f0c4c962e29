package import Media

/// The losses and damage of one input stream of a source.
package struct DamageFigures: Sendable, Hashable {
    package var isVideo = true
    /// Frames that were discarded because their samples have no times and the decoder repeated a time.
    package var repeated = 0
    /// The display name of the codec.
    package var codec = ""
    /// Coded samples that entered the decoder or parser.
    package var entered = 0
    /// Samples that are missing or did not produce a frame.
    package var lost = 0
    /// Frames that are incomplete, or that the decoder marked as damaged or concealed.
    package var damaged = 0
    /// Samples about which the decoder reported an error.
    package var errors = 0
    /// Transport packets that are missing according to the continuity counters, modulo 16 at each gap.
    package var lostPackets = 0
    /// The time of the first and last lost or damaged sample since the first sample.
    package var times: ClosedRange<MediaInstant>?

    /// Creates figures without damage.
    package init() {}

    /// Adds the figures of a later part of the stream.
    package mutating func add(_ other: DamageFigures) {
        repeated += other.repeated
        entered += other.entered
        lost += other.lost
        damaged += other.damaged
        errors += other.errors
        lostPackets += other.lostPackets
        guard let later = other.times else { return }
        times = times.map { min($0.lowerBound, later.lowerBound)...max($0.upperBound, later.upperBound) } ?? later
    }

    /// The number that is compared with the limit. Errors that affect no frame count as one damaged frame.
    package var total: Int { max(lost + damaged, errors > 0 ? 1 : 0) }
}
