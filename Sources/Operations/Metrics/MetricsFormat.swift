import HTTPStages

/// The text formats of metrics.
enum MetricsFormat: Sendable, Hashable {
    /// The Prometheus text format, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// Selects the format that a client prefers by its Accept field (RFC 9110 12.5.1). Prometheus is the default.
    init(accept field: String?) {
        var best: (format: MetricsFormat, weight: Double) = (.prometheus, 0)
        for range in (field ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let format: MetricsFormat
            switch parts.first {
            case "application/openmetrics-text": format = .openMetrics
            case "text/plain", "text/*", "*/*": format = .prometheus
            default: continue
            }
            // A version that is not supported cannot be selected.
            let version = parts.first { $0.hasPrefix("version=") }
            if format == .openMetrics, let version, !["version=1.0.0", "version=0.0.1"].contains(version) { continue }
            let weight = parts.first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best.weight { best = (format, weight) }
        }
        self = best.format
    }

    /// The media type of responses.
    var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}
