import StageKit

/// The figures of a stage by name.
struct NamedFigures {
    private let readings: [String: [FigureReading]]

    init(_ readings: [FigureReading]) { self.readings = Dictionary(grouping: readings, by: \.name) }

    subscript(name: String) -> [FigureReading] { readings[name] ?? [] }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        self[name].first { $0.labels == labels }?.value
    }

    /// The sum of histograms with the same bounds; nil when they are empty.
    static func sum(_ histograms: [FigureHistogram.Reading]) -> FigureHistogram.Reading? {
        guard var total = histograms.first else { return nil }
        for other in histograms.dropFirst() where other.bounds == total.bounds {
            for index in total.counts.indices { total.counts[index] += other.counts[index] }
            total.sum += other.sum
        }
        return total.count > 0 ? total : nil
    }
}

extension Int {
    /// The integer nearest to a number; the limits of `Int` beyond them, and 0 for NaN.
    init(clamping value: Double) {
        self = Int(exactly: value.rounded()) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    }
}
