import Media
import StageKit

/// The gaps of a track that are due to missing movie fragments.
struct MissingFragments: Sendable {
    private var count = 0
    private var total = MediaTime.zero
    private var first: MediaTime?

    /// The maximum duration of such a gap. A longer one indicates damaged times, which the segmenter rejects.
    private static let maximumGap = MediaTime.seconds(3600)

    /// Adds a gap of `ticks` before a sample. Returns false if there is no gap, or if it is too long.
    mutating func add(_ ticks: Int64, before sample: Sample) -> Bool {
        let length = MediaTime(value: ticks, timescale: sample.timescale)
        guard ticks > 0, length <= Self.maximumGap else { return false }
        count += 1
        total += length
        if first == nil { first = sample.decodeTime - length }
        return true
    }

    /// Warns if there are gaps.
    func report(_ track: String, _ context: StageContext) {
        guard let first else { return }
        context.reportWarning(
            "missing-fragments",
            "\(track) has \(count) gap\(count == 1 ? "" : "s") of \(total.decimal(places: 3)) s in total, the first at "
                + "\(first.decimal(places: 3)) s: movie fragments are missing; the playlist lists the gap (EXT-X-GAP)"
        )
        context.measure("missing-fragment-holes-count", Double(count))
    }
}
