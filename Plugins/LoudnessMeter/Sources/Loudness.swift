import Foundation

/// A loudness meter for EBU R 128 and ITU-R BS.1770-4. Samples are added one by one; readings are available at any
/// time.
///
/// Memory use is constant: gated blocks are counted in a histogram with steps of 0.1 LU.
struct Loudness {
    /// The measured values.
    struct Reading: Codable, Hashable {
        /// Loudness in LUFS over the last 400 ms, over the last 3 s, and over all blocks above the gates; nil until
        /// enough audio has been measured.
        var momentary: Double?
        var shortTerm: Double?
        var integrated: Double?
        /// The loudness range (EBU Tech 3342), in LU.
        var range: Double?
        /// The sample peak, in dBFS.
        var samplePeak: Double?
        /// The duration of the measured audio, in seconds.
        var seconds: Double
    }

    private let sampleRate: Int
    private let weights: [Double]
    private var filters: [KWeighting]
    /// The energy of each 100 ms step, the newest last; at most the last 3 s.
    private var steps: [Double] = []
    private var sum = 0.0
    private var count = 0
    private var frames = 0
    private var peak = 0.0
    private var blocks = LevelCounts()
    private var shortBlocks = LevelCounts()

    /// Creates a meter for channels in WAVE order. Surround channels have the weight 1.41, the LFE channel 0.
    init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        filters = Array(repeating: KWeighting(sampleRate: Double(sampleRate)), count: channelCount)
        weights = (0..<channelCount).map { channel in
            switch (channelCount, channel) {
            case (6..., 3): 0
            case (6..., 4...), (5, 3...): 1.41
            default: 1
            }
        }
    }

    /// Adds one sample of each channel.
    mutating func addSample(_ values: (Int) -> Double) {
        for channel in filters.indices {
            let value = values(channel)
            peak = max(peak, abs(value))
            let weighted = filters[channel].filter(value)
            sum += weights[channel] * weighted * weighted
        }
        count += 1
        frames += 1
        if count == sampleRate / 10 { endStep() }
    }

    private mutating func endStep() {
        steps.append(sum / Double(count))
        (sum, count) = (0, 0)
        if steps.count > 30 { steps.removeFirst() }
        // Blocks of 400 ms start every 100 ms.
        if let energy = energy(of: 4) { blocks.add(energy) }
        if let energy = energy(of: 30) { shortBlocks.add(energy) }
    }

    private func energy(of count: Int) -> Double? {
        steps.count >= count ? steps.suffix(count).reduce(0, +) / Double(count) : nil
    }

    /// The duration of the measured audio, in seconds.
    var seconds: Double { Double(frames) / Double(max(sampleRate, 1)) }

    /// The current reading, computed from the histograms.
    var reading: Reading {
        Reading(
            momentary: energy(of: 4).flatMap(LevelCounts.level), shortTerm: energy(of: 30).flatMap(LevelCounts.level),
            integrated: blocks.gatedLevel(below: 10), range: shortBlocks.range,
            samplePeak: peak > 0 ? 20 * log10(peak) : nil, seconds: seconds)
    }
}

/// A histogram of block loudness from -70 LUFS upwards, in steps of 0.1 LU.
private struct LevelCounts {
    private static let (lowest, step) = (-70.0, 0.1)
    private var counts = [Int](repeating: 0, count: 1000)
    private var energies = [Double](repeating: 0, count: 1000)

    static func level(_ energy: Double) -> Double? { energy > 0 ? -0.691 + 10 * log10(energy) : nil }

    /// Counts a block, unless it is below the absolute gate.
    mutating func add(_ energy: Double) {
        guard let level = Self.level(energy), level >= Self.lowest else { return }
        let index = min(counts.count - 1, Int((level - Self.lowest) / Self.step))
        counts[index] += 1
        energies[index] += energy
    }

    /// Returns the loudness of the blocks above the relative gate, which is `gate` LU below the mean loudness.
    func gatedLevel(below gate: Double) -> Double? {
        guard let first = threshold(gate) else { return nil }
        return mean(from: first)
    }

    /// The difference between the 95th and the 10th percentile of the blocks above a relative gate of -20 LU.
    var range: Double? {
        guard let first = threshold(20) else { return nil }
        let total = counts[first...].reduce(0, +)
        guard total > 1 else { return nil }
        func level(_ part: Double) -> Double {
            let wanted = Int((Double(total - 1) * part).rounded())
            var seen = 0
            for index in first..<counts.count {
                seen += counts[index]
                if seen > wanted { return Self.lowest + (Double(index) + 0.5) * Self.step }
            }
            return 0
        }
        return level(0.95) - level(0.10)
    }

    private func threshold(_ gate: Double) -> Int? {
        guard let level = mean(from: 0) else { return nil }
        return max(0, min(counts.count - 1, Int(((level - gate - Self.lowest) / Self.step).rounded(.up))))
    }

    private func mean(from index: Int) -> Double? {
        let count = counts[index...].reduce(0, +)
        return count > 0 ? Self.level(energies[index...].reduce(0, +) / Double(count)) : nil
    }
}
