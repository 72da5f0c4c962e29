import Validation

/// A report for people.
struct ReportText {
    let text: String

    init(_ report: ValidationReport) {
        var lines = report.playlists.map(Self.summary)
        lines += Self.section("Must fix", report.findings(.must))
        lines += Self.section("Should fix", report.findings(.should))
        for (rule, count) in report.dropped.sorted(by: { $0.key < $1.key }) {
            lines += ["", "\(rule): \(count) more findings, which are not told"]
        }
        if !report.unchecked.isEmpty { lines += ["", "Not checked"] + report.unchecked.map { "  \($0)" } }
        lines += ["", Self.verdict(report)]
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func summary(_ playlist: PlaylistReport) -> String {
        if playlist.kind == .multivariant {
            return "\(playlist.name): multivariant playlist, \(count(playlist.variants.count, "variant"))"
        }
        let seconds = playlist.segments.reduce(0) { $0 + $1.duration }
        let role = playlist.role.map { "\($0.rawValue), " } ?? ""
        let state = playlist.isLive ? "live, " : ""
        return "\(playlist.name): \(role)\(state)\(count(playlist.segments.count, "segment")), "
            + "\((seconds * 1000).rounded() / 1000) s"
    }

    private static func section(_ title: String, _ findings: [Finding]) -> [String] {
        guard !findings.isEmpty else { return [] }
        return ["", title] + findings.flatMap(lines)
    }

    private static func lines(_ finding: Finding) -> [String] {
        var lines = [
            "  \(place(finding.place)): \(finding.facts.title.uncapitalized) [\(finding.rule), \(finding.facts.clause)]",
            "    expected \(finding.expected); found \(finding.found)"
                + (finding.count > 1 ? " (\(finding.count) times in a row; the first is shown)" : ""),
        ]
        if let consequence = finding.facts.consequence { lines.append("    \(consequence)") }
        return lines
    }

    private static func place(_ place: FindingPlace) -> String {
        var text = place.file
        if let line = place.line { text += ":\(line)" }
        if let offset = place.byteOffset { text += " at byte \(offset)" }
        switch (place.firstSegment, place.lastSegment) {
        case (let first?, let last?) where first != last: text += ", segments \(first)–\(last)"
        case (let first?, _): text += ", segment \(first)"
        default: break
        }
        return text
    }

    private static func verdict(_ report: ValidationReport) -> String {
        let must = report.findings(.must).count
        let should = report.findings(.should).count
        guard must + should > 0 else { return "clean under the profile \(report.profile.rawValue)" }
        return "\(must) to fix, \(should) that should be fixed, under the profile \(report.profile.rawValue)"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension String {
    /// The first letter small, where the word is not an abbreviation or a name in capitals.
    fileprivate var uncapitalized: String {
        guard let first, first.isUppercase, dropFirst().first?.isLowercase ?? true else { return self }
        return first.lowercased() + dropFirst()
    }
}
