import Glibc
import Media

/// The distribution of the bits of a movie over its chunks by their complexities, which are their bits at constant quality.
///
/// Bits in proportion to the complexities would give equal quality. Encoders that see the whole movie compress their range
/// instead, because details of complex media are less visible: `qcomp` of x264 and x265.
package struct BitAllocation: Sendable, Hashable {
    /// The default of `qcomp`. Chunks then have at least the quality of one run of x264 with two passes, less 0.5 dB.
    private static let compression = 0.6
    /// The lowest and the highest bit rate of a chunk, relative to the average. The lowest one keeps chunks decodable
    /// without visible artefacts if the analysis underestimates them; the highest one limits the peaks.
    package static let bounds = 0.1...3.0
    /// The bit rate of each chunk, relative to the average.
    package let shares: [Double]

    /// Distributes bits so that their sum is that of chunks with equal bit rates.
    package init(_ complexities: [ChunkComplexity]) {
        let seconds = complexities.map(\.duration.seconds)
        let rates = zip(complexities, seconds).map { $1 > 0 ? pow(Double($0.byteCount) / $1, Self.compression) : 0 }
        let total = seconds.reduce(0, +)
        // The factor between complexity and share for which the bits have the required sum: a share within bounds never
        // decreases with the factor, nor does the sum.
        func shares(_ factor: Double) -> [Double] {
            rates.map { min(max($0 * factor, Self.bounds.lowerBound), Self.bounds.upperBound) }
        }
        guard total > 0, let most = rates.max(), most > 0 else {
            self.shares = complexities.map { _ in 1 }
            return
        }
        let smallest = rates.filter { $0 > 0 }.min() ?? most
        var (low, high) = (0.0, Self.bounds.upperBound / smallest)
        for _ in 0..<100 {
            let middle = (low + high) / 2
            let sum = zip(shares(middle), seconds).reduce(0) { $0 + $1.0 * $1.1 }
            if sum < total { low = middle } else { high = middle }
        }
        self.shares = shares(high)
    }
}
