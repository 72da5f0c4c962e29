/// The JSON form of a validation report. ValidationReports.md describes it.
package struct ReportDocument: Codable {
    struct FindingDocument: Codable {
        var rule: String
        var title: String
        var clause: String
        var level: RuleLevel
        var file: String
        var playlist: String?
        var line: Int?
        var byteOffset: Int?
        var firstSegment: Int?
        var lastSegment: Int?
        var seconds: Double?
        var count: Int
        var expected: String
        var found: String
        var consequence: String?

        init(_ finding: Finding) {
            rule = finding.rule
            title = finding.facts.title
            clause = finding.facts.clause
            level = finding.level
            file = finding.place.file
            playlist = finding.place.playlist
            line = finding.place.line
            byteOffset = finding.place.byteOffset
            firstSegment = finding.place.firstSegment
            lastSegment = finding.place.lastSegment
            seconds = finding.place.seconds
            count = finding.count
            expected = finding.expected
            found = finding.found
            consequence = finding.facts.consequence
        }
    }

    struct Counts: Codable {
        var must: Int
        var should: Int
    }

    var schema = 1
    var subject: String
    var profile: ValidationProfile
    var clean: Bool
    var counts: Counts
    var findings: [FindingDocument]
    var untold: [String: Int]
    var playlists: [PlaylistReport]
    var unchecked: [String]

    package init(_ report: ValidationReport) {
        subject = report.subject
        profile = report.profile
        clean = report.isClean && report.unchecked.isEmpty
        counts = Counts(must: report.findings(.must).count, should: report.findings(.should).count)
        findings = report.findings.map(FindingDocument.init)
        untold = report.dropped
        playlists = report.playlists
        unchecked = report.unchecked
    }
}
