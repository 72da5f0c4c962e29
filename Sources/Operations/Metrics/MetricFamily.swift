import StageKit

/// The metrics of one name: type, unit, help and samples.
struct MetricFamily: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case counter, gauge, histogram
        /// A constant 1 whose labels are the data.
        case info
    }

    /// One metric of the family.
    struct Sample: Sendable, Hashable {
        /// Name and value of each label, in a constant order.
        var labels: [MetricLabel]
        var value: Double
        /// The distribution; nil except for histograms.
        var histogram: FigureHistogram.Reading?
    }

    /// The name without the suffix `_total` or `_info`.
    var name: String
    var kind: Kind
    /// The unit, which ends the name; nil for numbers of things.
    var unit: String?
    var help: String
    var samples: [Sample] = []

    init(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        (self.name, self.kind, self.unit, self.help) = (name, kind, unit, help)
    }

    /// The name of the samples; for a histogram, without the suffixes.
    var sampleName: String {
        switch kind {
        case .counter: name + "_total"
        case .info: name + "_info"
        case .gauge, .histogram: name
        }
    }

    /// Adds a sample; ignores values that are not finite.
    mutating func add(_ labels: [MetricLabel], _ value: Double, _ histogram: FigureHistogram.Reading? = nil) {
        guard value.isFinite else { return }
        samples.append(Sample(labels: labels, value: value, histogram: histogram))
    }
}
