import StageKit

/// The reaction to a loss of the source.
package enum LossPolicy: String, OptionValue, CaseIterable {
    /// The timeline continues without media (`EXT-X-GAP`).
    case gap
    /// The timeline continues with a slate and silence.
    case filler
    /// The run ends with an error.
    case fail
}
