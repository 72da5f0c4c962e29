import Foundation

/// The K-weighting filter of ITU-R BS.1770-4, annex 1, for one channel at any sample rate: a shelving filter that
/// models the head, then a high-pass filter.
struct KWeighting {
    private var shelf: Biquad
    private var highPass: Biquad

    /// Creates a filter for this sample rate, in hertz.
    init(sampleRate: Double) {
        shelf = .shelf(sampleRate)
        highPass = .highPass(sampleRate)
    }

    /// Returns the weighted sample.
    mutating func filter(_ value: Double) -> Double { highPass.filter(shelf.filter(value)) }
}

/// A second-order filter section.
private struct Biquad {
    var (b0, b1, b2, a1, a2): (Double, Double, Double, Double, Double)
    private var (z1, z2) = (0.0, 0.0)

    private init(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) {
        (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0)
    }

    mutating func filter(_ value: Double) -> Double {
        let result = b0 * value + z1
        z1 = b1 * value - a1 * result + z2
        z2 = b2 * value - a2 * result
        return result
    }

    /// The analogue prototype of the 48 kHz coefficients in the recommendation, transformed to another sample rate.
    static func shelf(_ rate: Double) -> Biquad {
        let (frequency, gain, quality) = (1681.974450955533, 3.999843853973347, 0.7071752369554196)
        let k = tan(.pi * frequency / rate)
        let high = pow(10, gain / 20)
        let band = pow(high, 0.4996667741545416)
        let a0 = 1 + k / quality + k * k
        return Biquad(
            high + band * k / quality + k * k, 2 * (k * k - high), high - band * k / quality + k * k, a0,
            2 * (k * k - 1), 1 - k / quality + k * k)
    }

    static func highPass(_ rate: Double) -> Biquad {
        let (frequency, quality) = (38.13547087602444, 0.5003270373238773)
        let k = tan(.pi * frequency / rate)
        let a0 = 1 + k / quality + k * k
        // The numerator keeps its values for 48 kHz and is not divided by a0.
        return Biquad(a0, -2 * a0, a0, a0, 2 * (k * k - 1), 1 - k / quality + k * k)
    }
}
