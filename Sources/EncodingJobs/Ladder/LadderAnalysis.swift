import Glibc
package import Media

/// A ladder for one title, chosen from encodings of some samples of it, and the reasons.
package struct LadderAnalysis: Sendable, Hashable, Codable {
    /// A part of the title that was encoded.
    package struct Extract: Sendable, Hashable, Codable {
        package var start: MediaTime
        package var duration: MediaTime
    }

    /// A chosen rung.
    package struct Rung: Sendable, Hashable, Codable {
        package var point: LadderPoint
        /// The bit rate at which a rung of the fixed ladder has the same similarity, in kbit/s; nil if none was measured.
        package var fixedKilobits: Double?
    }

    /// The measure of similarity.
    package var metric = "SSIM"
    package var extracts: [Extract]
    package var points: [LadderPoint]
    /// The rungs, largest bit rate first.
    package private(set) var rungs: [Rung] = []

    /// The quality of the first rung, which is that of `rate-control: quality`.
    package static let topQuality = 23
    /// The qualities of the measured encodings.
    package static let qualities = [20, 26, 32, 38]
    /// The bit rate of a rung relative to the next lower one.
    private static let step = 1.8
    private static let maximumRungs = 5
    /// The difference in dB between rungs below which viewers do not notice it.
    private static let visible = 0.5
    /// The lowest bit rate of a rung, in kbit/s.
    private static let lowestRate = 80.0

    /// Chooses rungs on the convex hull of the points: at each bit rate the frame size with the highest similarity.
    ///
    /// The first rung has the quality ``topQuality`` at the largest size. `fixed` is the bit rate of the fixed ladder for
    /// a size, in kbit/s, with which the result is compared.
    package init(extracts: [Extract], points: [LadderPoint], fixed: (PixelSize) -> Int) {
        (self.extracts, self.points) = (extracts, points)
        var sizes: [PixelSize] = []
        for point in points where !sizes.contains(point.size) { sizes.append(point.size) }
        let curves = sizes.map { LadderCurve(points, size: $0) }
        guard let top = curves.first?.point(atQuality: Self.topQuality) else { return }
        let lowest = max(Self.lowestRate, curves.map(\.lowest).min() ?? 0)
        var rate = top.kilobits
        while rungs.count < Self.maximumRungs, rate >= lowest {
            if let best = Self.best(at: rate, among: curves) {
                let isVisible = rungs.last.map { $0.point.decibels - best.decibels >= Self.visible } ?? true
                if isVisible { rungs.append(Rung(point: best, fixedKilobits: nil)) }
            }
            rate /= Self.step
        }
        for index in rungs.indices {
            rungs[index].fixedKilobits = Self.fixedRate(rungs[index].point.decibels, curves, fixed)
        }
    }

    /// The point with the highest similarity at a bit rate; the larger size if several are equal.
    private static func best(at rate: Double, among curves: [LadderCurve]) -> LadderPoint? {
        var best: LadderPoint?
        for point in curves.compactMap({ $0.point(atRate: rate) }) where point.decibels > best?.decibels ?? -.infinity {
            best = point
        }
        return best
    }

    /// The bit rate of the fixed ladder at a similarity: between the rungs with the next lower and higher similarity.
    private static func fixedRate(_ decibels: Double, _ curves: [LadderCurve], _ fixed: (PixelSize) -> Int) -> Double? {
        let points = curves.map { curve in
            let rate = min(Double(fixed(curve.size)), curve.highest)
            return curve.point(atRate: max(rate, curve.lowest)).map { (fixed: Double(fixed(curve.size)), $0.decibels) }
        }
        // A player receives the smallest rung whose similarity is not lower.
        return points.compactMap { $0 }.filter { $0.1 >= decibels }.map(\.fixed).min()
    }

    /// Returns a similarity in dB: 20 dB for 0.99.
    package static func decibels(_ similarity: Double) -> Double { -10 * log10(max(1 - similarity, 1e-6)) }

    /// The extracts of a title: three of 2 s, or the whole of a short one.
    package static func extracts(of duration: MediaTime) -> [Extract] {
        let length = MediaTime.seconds(2)
        guard duration > length * 6 else { return [Extract(start: .zero, duration: min(duration, length * 3))] }
        return (Int64(1)...3).map { part in
            let center = MediaTime(value: duration.ticks(at: 1000) * part / 4, timescale: 1000)
            return Extract(start: center - MediaTime.seconds(1), duration: length)
        }
    }
}
