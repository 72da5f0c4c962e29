/// The reference of all metrics as a Markdown table, for the page about figures.
package enum MetricsReference {
    package static var markdown: String {
        var lines = ["| Metric | Type | Meaning |", "|---|---|---|"]
        for family in MetricsPage.table.families {
            lines.append("| `\(family.sampleName)` | \(family.kind.rawValue) | \(family.help) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
