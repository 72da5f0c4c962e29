import Glibc
import Media

/// The relation of bit rate and similarity at one frame size, interpolated between measured points.
struct LadderCurve {
    let size: PixelSize
    /// By ascending bit rate.
    private let points: [LadderPoint]

    init(_ points: [LadderPoint], size: PixelSize) {
        self.size = size
        self.points = points.filter { $0.size == size && $0.kilobits > 0 }.sorted { $0.kilobits < $1.kilobits }
    }

    var lowest: Double { points.first?.kilobits ?? .infinity }
    var highest: Double { points.last?.kilobits ?? 0 }

    /// Returns the point at this bit rate; nil outside the measured range.
    func point(atRate kilobits: Double) -> LadderPoint? {
        point(at: log(kilobits)) { log($0.kilobits) }
    }

    /// Returns the point with this similarity; nil outside the measured range.
    func point(atSimilarity decibels: Double) -> LadderPoint? { point(at: decibels) { $0.decibels } }

    /// Returns the point with this quality; nil outside the measured range.
    func point(atQuality quality: Int) -> LadderPoint? { point(at: -Double(quality)) { -Double($0.quality) } }

    private func point(at value: Double, _ axis: (LadderPoint) -> Double) -> LadderPoint? {
        for (low, high) in zip(points, points.dropFirst()) where axis(low) <= value && value <= axis(high) {
            let length = axis(high) - axis(low)
            let share = length > 0 ? (value - axis(low)) / length : 0
            func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
            return LadderPoint(
                size: size, quality: Int(between(Double(low.quality), Double(high.quality)).rounded()),
                kilobits: exp(between(log(low.kilobits), log(high.kilobits))),
                decibels: between(low.decibels, high.decibels))
        }
        return nil
    }
}
