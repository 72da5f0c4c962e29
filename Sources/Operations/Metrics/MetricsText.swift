import StageKit

/// Families of metrics as text.
struct MetricsText {
    let format: MetricsFormat

    /// Returns the page with these families.
    func page(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families { append(family, to: &text) }
        if format == .openMetrics { text += "# EOF\n" }
        return text
    }

    private func append(_ family: MetricFamily, to text: inout String) {
        // In the Prometheus format, a counter is named like its samples, and there are no infos.
        let name = format == .openMetrics ? family.name : family.sampleName
        let kind = format == .prometheus && family.kind == .info ? MetricFamily.Kind.gauge : family.kind
        text += "# HELP \(name) \(Self.escaped(family.help, quotes: format == .openMetrics))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
        if format == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n" }
        for sample in family.samples {
            if let histogram = sample.histogram {
                append(histogram, family.sampleName, sample.labels, to: &text)
            } else {
                text += "\(family.sampleName)\(Self.labels(sample.labels)) \(Self.number(sample.value))\n"
            }
        }
    }

    private func append(
        _ histogram: FigureHistogram.Reading, _ name: String, _ labels: [MetricLabel], to text: inout String
    ) {
        var count = 0
        for (index, bucket) in histogram.counts.enumerated() {
            count += bucket
            // Both formats accept bounds with a decimal point, and OpenMetrics requires it.
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            text += "\(name)_bucket\(Self.labels(labels + [MetricLabel("le", bound)])) \(count)\n"
        }
        text += "\(name)_sum\(Self.labels(labels)) \(Self.number(histogram.sum))\n"
        text += "\(name)_count\(Self.labels(labels)) \(count)\n"
    }

    private static func labels(_ labels: [MetricLabel]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            // A carriage return would end the line for some parsers.
            case "\r": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
