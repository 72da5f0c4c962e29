import Foundation

/// The filter of ITU-R BS.1770-4, annex 1: a shelf for the head, then a high-pass, for one channel at any rate.
struct KWeighting {
    private var shelf: Biquad
    private var highPass: Biquad

    /// A filter for sound of this many samples per second.
    init(sampleRate: Double) {
        shelf = .shelf(sampleRate)
        highPass = .highPass(sampleRate)
    }

    /// The weighted sample.
    mutating func filter(_ value: Double) -> Double { highPass.filter(shelf.filter(value)) }
}

/// A filter of second order.
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

    /// The analogue filter behind the coefficients that the recommendation gives for 48 kHz, brought to another rate.
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
        // The numerator stays as it is at 48 kHz: it is not divided by a0.
        return Biquad(a0, -2 * a0, a0, a0, 2 * (k * k - 1), 1 - k / quality + k * k)
    }
}
