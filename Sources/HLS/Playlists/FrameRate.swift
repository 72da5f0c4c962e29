package import Media

/// Frames per second with three decimals, as in FRAME-RATE.
package struct FrameRate: Sendable, Hashable, CustomStringConvertible {
    /// Frames per thousand seconds.
    package var thousandths: Int

    package init(thousandths: Int) { self.thousandths = thousandths }

    /// Creates a frame rate from a ratio, rounded to three decimals.
    package init(_ ratio: Ratio) {
        let time = MediaTime(value: Int64(ratio.numerator), timescale: max(ratio.denominator, 1))
        thousandths = Int(clamping: time.ticks(at: 1000))
    }

    package var description: String { MediaTime(value: Int64(thousandths), timescale: 1000).decimal(places: 3) }
}
