import HLS

/// R9: the target duration does not change.
package struct TargetDurationIsConstant: ReloadRule {
    package static let facts = RuleFacts(
        "R9", "EXT-X-TARGETDURATION does not change between reloads", .must,
        clause: "RFC 8216bis 6.2.1", kinds: [.reload],
        consequence: "Apple's mediastreamvalidator reports 'Illegal change in tag'")

    private var first: Int?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let text = observation.playlist.text
        guard let now = text.targetDuration else { return }
        guard let first, first != now else {
            self.first = now
            return
        }
        findings.add(
            observation.playlist.place(at: text.first(.targetDuration)), expected: "\(first) s, as before",
            found: "\(now) s")
        self.first = now
    }
}
