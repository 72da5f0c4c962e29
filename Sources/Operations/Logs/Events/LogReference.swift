/// The reference of log events in Markdown, for the page about logs.
package enum LogReference {
    /// Returns the tables of events and of fields.
    package static var markdown: String {
        let events = LogEventKind.allCases.map { kind in
            let fields = kind.fields.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            let name = "`\(kind.rawValue)`"
            return "| \(name) | \(kind.level.rawValue) | \(kind.summary) | \(fields) | `\(kind.messageID)` |"
        }
        let fields = LogFieldName.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" }
        return
            (["| Event | Level | Meaning | Fields | `MESSAGE_ID` |", "|---|---|---|---|---|"] + events
            + ["", "| Field | Meaning |", "|---|---|"] + fields).joined(separator: "\n")
    }
}
