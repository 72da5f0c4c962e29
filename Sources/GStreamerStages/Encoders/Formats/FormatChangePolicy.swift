import StageKit

/// The handling of input whose format changes, such as its size, frame rate or channels.
package enum FormatChangePolicy: String, OptionValue, CaseIterable {
    /// Frames are converted to the format of the first ones.
    case scale
    /// An encoder for the new format starts a new period.
    case period

    static let optionName = "on-format-change"
    static let help =
        "Handling of input whose format changes: convert it to the format of the first frames, or start a period with the new one."
}
