import StageKit

/// The format of a log.
package enum LogFormat: String, OptionValue, CaseIterable {
    /// One line of text for each event.
    case text
    /// One JSON object in one line for each event.
    case json
    /// Entries with fields in the journal of systemd.
    case journal
}
