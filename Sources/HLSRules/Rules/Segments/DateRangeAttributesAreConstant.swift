import HLS
import Media

/// R34: what is said of a date range stays true.
package struct DateRangeAttributesAreConstant: PlaylistRule, ReloadRule {
    package static let facts = RuleFacts(
        "R34", "All EXT-X-DATERANGE tags of one ID agree, in one playlist and from load to load", .must,
        clause: "RFC 8216bis 4.4.5.1", kinds: [.text, .reload], consequence: "players keep what came first")

    /// More ranges than these are not remembered.
    private static let limit = 100_000

    private var attributesByID: [String: [String: String]] = [:]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var known: [String: [String: String]] = [:]
        Self.validate(playlist, &known, &findings)
    }

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        // An ID that left may not come back for another range, which ``known`` shows.
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
                    playlist.place(line), expected: "\(attribute.name) of '\(id)' as before: \(before.prefix(80))",
                    found: String(value.prefix(80)))
            }
        }
    }

    /// A value so that the same is the same however it is written.
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
