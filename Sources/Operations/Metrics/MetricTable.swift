import StageKit

/// The families of metrics in the order of the page. A family exists even without samples, so that it is found before
/// the first event.
struct MetricTable {
    private(set) var families: [MetricFamily]
    private let indices: [String: Int]

    init(_ families: [MetricFamily]) {
        self.families = families
        indices = Dictionary(uniqueKeysWithValues: families.enumerated().map { ($1.sampleName, $0) })
    }

    /// Adds a sample to the family whose samples have this name.
    mutating func add(_ name: String, _ labels: [MetricLabel], _ value: Double) {
        guard let index = indices[name] else { preconditionFailure("'\(name)' is not in the table of metrics") }
        families[index].add(labels, value)
    }

    /// Adds the figure of a stage.
    mutating func add(_ figure: FigureReading, _ labels: [MetricLabel], to extra: inout MetricFamilies) {
        let known = MetricFamily(figure, prefix: "sluice_")
        if let index = indices[known.sampleName] {
            if families[index].kind == known.kind { families[index].add(labels, figure.value, figure.histogram) }
        } else {
            extra.add(figure, labels)
        }
    }
}

extension MetricFamily {
    /// Creates the family of a figure, without samples.
    init(_ figure: FigureReading, prefix: String) {
        let words = figure.nameWithUnit.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let kind: Kind =
            switch figure.kind {
            case .counter: .counter
            case .gauge: .gauge
            case .histogram: .histogram
            }
        // Dates have the unit of durations.
        let unit = figure.unit == .timestamp ? "seconds" : figure.unit.rawValue.replacing("-", with: "_")
        self.init(prefix + String(words), kind, unit: unit.isEmpty ? nil : unit, figure.help + ".")
    }
}
