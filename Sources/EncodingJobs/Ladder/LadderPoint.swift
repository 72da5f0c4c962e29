package import Media

/// A measured encoding: its size and quality, and the resulting bit rate and similarity.
package struct LadderPoint: Sendable, Hashable, Codable {
    package var size: PixelSize
    /// The value of the option `quality`.
    package var quality: Int
    /// The average bit rate in kbit/s.
    package var kilobits: Double
    /// The structural similarity with the source, at the size of the source, in dB: -10 log10(1 - SSIM).
    package var decibels: Double

    package init(size: PixelSize, quality: Int, kilobits: Double, decibels: Double) {
        (self.size, self.quality, self.kilobits, self.decibels) = (size, quality, kilobits, decibels)
    }
}
