/// The format of a log.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One line of text for each event.
    case text
    /// One JSON object in one line for each event.
    case json
    /// Entries with fields in the journal of systemd.
    case journal
}
