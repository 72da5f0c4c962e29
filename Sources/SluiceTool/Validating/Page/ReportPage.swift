import Foundation
import HLSRules

/// A validation report as a self-contained HTML page: no scripts, fonts or images from other files.
struct ReportPage {
    /// The maximum number of findings and playlists shown; a longer page is unusable.
    private static let (findings, playlists) = (2000, 100)

    let text: String

    init(_ report: ValidationReport) {
        var page = Markup()
        page.add(markup: "<!DOCTYPE html>\n")
        page.element("html", ["lang": "en"]) { page in
            page.element("head") { Self.head(report, &$0) }
            page.newLine()
            page.element("body") { page in
                page.element("main") { page in
                    Self.summary(report, &page)
                    Self.variants(report, &page)
                    Self.timelines(report, &page)
                    Self.section("Must fix", report.findings(.must), &page)
                    Self.section("Should fix", report.findings(.should), &page)
                    Self.rest(report, &page)
                }
            }
        }
        page.newLine()
        text = page.text
    }

    private static func head(_ report: ValidationReport, _ page: inout Markup) {
        page.add(markup: #"<meta charset="utf-8"><meta name="viewport" content="width=device-width">"#)
        // The policy blocks all loading, whatever URLs the playlists contain.
        page.add(
            markup: #"<meta http-equiv="Content-Security-Policy" "#
                + #"content="default-src 'none'; style-src 'unsafe-inline'">"#)
        page.element("title", "Validation of \(title(report))")
        page.add(markup: "<style>\(PageStyle.text)</style>")
    }

    /// Returns the presentation's name: the subject of the report, or the folder's name for paths such as `.`.
    private static func title(_ report: ValidationReport) -> String {
        let isUnnamed = ["", ".", ".."].contains(report.subject.split(separator: "/").last.map(String.init) ?? "")
        guard isUnnamed, !report.subject.contains("://") else { return report.subject }
        let name = URL(filePath: report.subject).standardizedFileURL.lastPathComponent
        return name.isEmpty ? report.subject : name
    }

    private static func summary(_ report: ValidationReport, _ page: inout Markup) {
        let (must, should) = (report.findings(.must).count, report.findings(.should).count)
        page.element("h1", title(report))
        let verdict =
            must > 0
            ? "\(must) required fixes"
            : should > 0
                ? "no required fixes" : report.unchecked.isEmpty ? "clean" : "not everything was checked"
        page.element(
            "p",
            ["class": "verdict \(must > 0 ? "must" : should > 0 || !report.unchecked.isEmpty ? "should" : "clean")"]
        ) { page in
            page.element("strong", verdict)
            page.add(", \(should) recommended fixes (profile \(report.profile.rawValue))")
        }
        let media = report.playlists.filter { $0.kind == .media }
        let segments = media.reduce(0) { $0 + $1.segments.count }
        page.element("p", "\(media.count) media playlists, \(segments) segments")
        page.newLine()
    }

    private static func variants(_ report: ValidationReport, _ page: inout Markup) {
        let variants = report.playlists.flatMap(\.variants)
        guard !variants.isEmpty else { return }
        page.element("h2", "Variants")
        let rows = variants.map { variant in
            [
                variant.uri, variant.bandwidth.map { "\($0)" } ?? "", variant.averageBandwidth.map { "\($0)" } ?? "",
                variant.codecs ?? "", variant.resolution ?? "", variant.frameRate ?? "",
            ]
        }
        let names = ["Playlist", "BANDWIDTH", "AVERAGE-BANDWIDTH", "Codecs", "Resolution", "Frame rate"]
        table(names, rows, &page)
    }

    private static func timelines(_ report: ValidationReport, _ page: inout Markup) {
        let media = report.playlists.filter { $0.kind == .media }
        guard !media.isEmpty else { return }
        page.element("h2", "Timeline")
        page.element(
            "p",
            "Top: bit rate of each segment. Bottom: duration of each segment and the target duration. "
                + "Segments with required fixes are marked.")
        let variants = report.playlists.flatMap(\.variants)
        for playlist in media.prefix(playlists) {
            page.element("figure") { page in
                let role = playlist.role.map { " (\($0.rawValue))" } ?? ""
                page.element("figcaption", "\(playlist.name)\(role), \(playlist.segments.count) segments")
                let places = report.findings(.must).map(\.place).filter {
                    $0.file == playlist.name || $0.playlist == playlist.name
                }
                let marked = places.compactMap { place -> ClosedRange<Int>? in
                    guard let first = place.firstSegment, let last = place.lastSegment, first <= last else {
                        return nil
                    }
                    return first...last
                }
                let variant = variants.first { $0.uri == playlist.name }
                TimelineChart(playlist, variant: variant, marked: marked).draw(into: &page)
            }
        }
        if media.count > playlists { page.element("p", "\(media.count - playlists) more playlists") }
    }

    private static func section(_ title: String, _ findings: [Finding], _ page: inout Markup) {
        guard !findings.isEmpty else { return }
        page.element("h2", title)
        for finding in findings.prefix(Self.findings) {
            page.element("article", ["class": finding.level.rawValue]) { page in
                page.element("h3") { page in
                    page.element("span", ["class": "rule"], finding.rule)
                    page.add(" \(finding.facts.title)")
                }
                page.element("p", ["class": "place"], ReportText.place(finding.place))
                page.element("p") { page in
                    page.element("b", "expected")
                    page.add(" \(finding.expected) ")
                    page.element("b", "found")
                    page.add(" \(finding.found)" + (finding.count > 1 ? " (\(finding.count) times in a row)" : ""))
                }
                page.element("p", ["class": "clause"]) { page in
                    page.add(finding.facts.clause)
                    if let consequence = finding.facts.consequence { page.add(" · \(consequence)") }
                }
            }
            page.newLine()
        }
        if findings.count > Self.findings { page.element("p", "\(findings.count - Self.findings) more findings") }
    }

    private static func rest(_ report: ValidationReport, _ page: inout Markup) {
        let untold = report.dropped.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) more findings" }
        guard !report.unchecked.isEmpty || !untold.isEmpty else { return }
        page.element("h2", "Not checked")
        page.element("ul") { page in
            for line in untold + report.unchecked.prefix(findings) { page.element("li", line) }
        }
    }

    private static func table(_ names: [String], _ rows: [[String]], _ page: inout Markup) {
        page.element("table") { page in
            page.element("tr") { page in for name in names { page.element("th", name) } }
            for row in rows.prefix(findings) {
                page.element("tr") { page in for cell in row { page.element("td", cell) } }
            }
        }
        page.newLine()
    }
}
