import HLS
import Media

/// R34: the attributes of a date range do not change.
package struct DateRangeAttributesAreConstant: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R34", "EXT-X-DATERANGE tags with the same ID have equal attributes, in a playlist and across reloads", .must,
        clause: "RFC 8216bis 4.4.5.1", kinds: [.text, .reload],
        consequence: "players keep the first values and ignore the change")

    /// The maximum number of date ranges to remember.
    private static let limit = 100_000

    private var attributesByID: [String: [String: String]] = [:]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var known: [String: [String: String]] = [:]
        Self.validate(playlist, &known, &findings)
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        // A removed ID must not be reused for another range, so removed ranges are remembered.
        if attributesByID.count < Self.limit { Self.validate(observation.playlist, &attributesByID, &findings) }
    }

    private static func validate(
        _ playlist: CheckedPlaylist, _ known: inout [String: [String: String]], _ findings: inout RuleFindings
    ) {
        for line in playlist.text.lines(.dateRange) {
            guard let attributes = line.attributes, let id = attributes.text("ID") else { continue }
            for attribute in attributes.all {
                let value = comparable(attribute)
                guard let before = known[id]?[attribute.name] else {
                    known[id, default: [:]][attribute.name] = value
                    continue
                }
                guard before != value else { continue }
                findings.add(
                    playlist.place(line), expected: "\(attribute.name) of '\(id)' unchanged: \(before.prefix(80))",
                    found: String(value.prefix(80)))
            }
        }
    }

    /// Returns a normalized value: equal dates and durations become equal texts.
    private static func comparable(_ attribute: ScannedAttributes.Attribute) -> String {
        if attribute.name.hasSuffix("-DATE"), let date = PlaylistValue.date(attribute.value) {
            return DateTime(milliseconds: date.milliseconds).description
        }
        if attribute.name.hasSuffix("DURATION"), let time = PlaylistValue.seconds(attribute.value) {
            return time.decimal(places: 6)
        }
        return attribute.value
    }
}
