import Media
import StageKit

/// The times of a track that no sample of its movie covers, because fragments are missing.
struct MissingFragments: Sendable {
    private var count = 0
    private var total = MediaTime.zero
    private var first: MediaTime?

    /// The longest hole that becomes a gap; a longer one is taken for damaged times, which the segmenter refuses.
    private static let maximumGap = MediaTime.seconds(3600)

    /// Counts a hole of `ticks` before a sample; false where there is none, or where it is too long for one.
    mutating func add(_ ticks: Int64, before sample: Sample) -> Bool {
        let length = MediaTime(value: ticks, timescale: sample.timescale)
        guard ticks > 0, length <= Self.maximumGap else { return false }
        count += 1
        total += length
        if first == nil { first = sample.decodeTime - length }
        return true
    }

    /// Warns where there is a hole.
    func report(_ track: String, _ context: StageContext) {
        guard let first else { return }
        context.reportWarning(
            "missing-fragments",
            "\(track) has \(count) hole\(count == 1 ? "" : "s") of \(total.decimal(places: 3)) s in all, the first at "
                + "\(first.decimal(places: 3)) s: movie fragments are missing; the playlist has a gap there (EXT-X-GAP)"
        )
        context.measure("missing-fragment-holes-count", Double(count))
    }
}
