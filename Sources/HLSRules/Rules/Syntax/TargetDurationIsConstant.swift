import HLS

/// R9: a playlist keeps its target duration.
package struct TargetDurationIsConstant: ReloadRule {
    package static let facts = RuleFacts(
        "R9", "EXT-X-TARGETDURATION never changes while a playlist lives", .must,
        clause: "RFC 8216bis 6.2.1", kinds: [.reload],
        consequence: "Apple's validator says 'Illegal change in tag'")

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
