import HLSRules

/// A validation report as plain text.
struct ReportText {
    let text: String

    init(_ report: ValidationReport) {
        var lines = report.playlists.map(Self.summary)
        lines += Self.section("Must fix", report.findings(.must))
        lines += Self.section("Should fix", report.findings(.should))
        for (rule, count) in report.dropped.sorted(by: { $0.key < $1.key }) {
            lines += ["", "\(rule): \(count) more findings, not listed"]
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

    /// Returns the lines of a section, with the findings of one rule grouped.
    private static func section(_ title: String, _ findings: [Finding]) -> [String] {
        guard !findings.isEmpty else { return [] }
        var lines = ["", title]
        var rule = ""
        for finding in findings {
            if finding.rule != rule {
                lines.append("  \(finding.rule): \(finding.facts.title) (\(finding.facts.clause))")
                if let consequence = finding.facts.consequence { lines.append("    otherwise \(consequence)") }
                rule = finding.rule
            }
            let times = finding.count > 1 ? " (first of \(finding.count) occurrences)" : ""
            lines.append("    \(place(finding.place))")
            lines.append("      expected \(finding.expected); found \(finding.found)\(times)")
        }
        return lines
    }

    /// Returns a finding's location as text.
    static func place(_ place: FindingPlace) -> String {
        var text = place.file
        if let line = place.line { text += ":\(line)" }
        if let offset = place.byteOffset { text += " at byte \(offset)" }
        switch (place.firstSegment, place.lastSegment) {
        case (let first?, let last?) where first != last: text += ", segments \(first)–\(last)"
        case (let first?, _): text += ", segment \(first)"
        default: break
        }
        if let seconds = place.seconds { text += ", after \((seconds * 1000).rounded() / 1000) s" }
        return text
    }

    private static func verdict(_ report: ValidationReport) -> String {
        let must = report.findings(.must).count
        let should = report.findings(.should).count
        guard must + should > 0 else {
            guard report.unchecked.isEmpty else {
                return "no findings, but not everything was checked (profile \(report.profile.rawValue))"
            }
            return "clean (profile \(report.profile.rawValue))"
        }
        return "\(must) required and \(should) recommended fixes (profile \(report.profile.rawValue))"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
