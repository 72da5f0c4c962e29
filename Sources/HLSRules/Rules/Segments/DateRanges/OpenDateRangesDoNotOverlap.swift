import HLS

/// R36: a date range with END-ON-NEXT ends at the start of the next range of its class.
package struct OpenDateRangesDoNotOverlap: PlaylistRule {
    package static let facts = RuleFacts(
        "R36", "Date ranges of a CLASS that uses END-ON-NEXT do not overlap", .must, clause: "RFC 8216bis 4.4.5.1",
        kinds: [.text], consequence: "the end of a date range is ambiguous")

    private struct Range {
        var id: String
        var line: ScannedLine
        var start: Int64
        /// The end in milliseconds; nil if the range ends at the start of the next one.
        var end: Int64?
    }

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for (_, ranges) in Self.classes(playlist.text).sorted(by: { $0.key < $1.key }) {
            let sorted = ranges.sorted { $0.start < $1.start }
            for (one, two) in zip(sorted, sorted.dropFirst()) {
                let overlaps = one.start == two.start || (one.end ?? .min) > two.start
                guard overlaps, one.id != two.id else { continue }
                findings.add(
                    playlist.place(two.line), expected: "a start at or after the end of '\(one.id)'",
                    found: "\(DateTime(milliseconds: two.start))")
            }
        }
    }

    /// The date ranges of each class that uses END-ON-NEXT.
    private static func classes(_ text: ScannedPlaylist) -> [String: [Range]] {
        var classes: [String: [String: Range]] = [:]
        var open: Set<String> = []
        for line in text.lines(.dateRange) {
            guard let attributes = line.attributes, let name = attributes.text("CLASS"),
                let id = attributes.text("ID"), let start = attributes.date("START-DATE")
            else { continue }
            if attributes.isYes("END-ON-NEXT") { open.insert(name) }
            let end = attributes.seconds("DURATION").map { (start + $0) } ?? attributes.date("END-DATE")
            classes[name, default: [:]][id] = Range(
                id: id, line: line, start: start.milliseconds, end: end?.milliseconds)
        }
        return classes.filter { open.contains($0.key) }.mapValues { Array($0.values) }
    }
}
