/// Losses and damage of one stream that a source reads.
package struct DamageFigures: Sendable, Hashable {
    package var isVideo = true
    /// Frames of samples without a time that were left out because their times repeat.
    package var repeated = 0
    /// The codec's name for people.
    package var codec = ""
    /// Coded samples that entered the decoder or parser.
    package var entered = 0
    /// Samples that are missing, or gave no frame.
    package var lost = 0
    /// Frames that are incomplete, or that the decoder marked as damaged or concealed.
    package var damaged = 0
    /// Samples about which the decoder reported an error.
    package var errors = 0
    /// Transport packets that are missing by their counters, modulo 16 at each gap.
    package var lostPackets = 0
    /// The time of the first and last lost or damaged sample since the first sample, in nanoseconds.
    package var times: ClosedRange<Int64>?

    /// No damage.
    package init() {}

    /// The number that a limit applies to: an error that cost no frame counts as one damaged frame.
    package var total: Int { max(lost + damaged, errors > 0 ? 1 : 0) }
}
