/// R111: all resources that a playlist lists can be loaded, initialization sections are complete, and session data are in
/// the declared format.
package struct ListedResourcesExist: ResourceRule {
    package static let facts = RuleFacts(
        "R111",
        "All listed segments, initialization sections, parts, keys, playlists and session data can be loaded, "
            + "initialization sections are not damaged, and session data in JSON are valid",
        .must,
        clause: "RFC 8216bis 4.4.6.4, 6.2.1, 6.2.2", kinds: [.media],
        consequence: "players stop or skip the segment; hls.js reports fragLoadError or levelLoadError")

    package init() {}

    package mutating func process(_ resource: ListedResource, _ findings: inout RuleFindings) {
        guard let absence = resource.absence else { return }
        let gap = resource.kind == .segment ? ", or EXT-X-GAP" : ""
        findings.add(
            resource.place, expected: "the \(resource.kind.rawValue) '\(resource.uri.prefix(200))'\(gap)",
            found: absence)
    }
}
