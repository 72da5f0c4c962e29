import Glibc

/// Generates a short tone that starts with its full amplitude at each whole second.
///
/// GStreamer's own ticks start one audio block early, which makes them useless for measuring synchronization.
struct TickGenerator {
    let rate: Int
    let channels: Int
    let frequency: Int
    /// The amplitude, 0 to 1.
    let volume: Float

    /// The length of a tick in samples: ten milliseconds.
    private var length: Int { rate / 100 }

    /// The bytes of a block as interleaved 32-bit floats; nil if the block is silent.
    func block(at start: Int64, count: Int) -> [UInt8]? {
        let offset = Int(start % Int64(rate))
        guard offset < length || offset + count > rate else { return nil }
        var samples = [Float](repeating: 0, count: count * channels)
        for index in 0..<count {
            let phase = (offset + index) % rate
            guard phase < length else { continue }
            let value = volume * cosf(2 * .pi * Float(frequency) * Float(phase) / Float(rate))
            for channel in 0..<channels { samples[index * channels + channel] = value }
        }
        return samples.withUnsafeBytes { Array($0) }
    }
}
