import Media
import StageKit

/// The times of a track that no sample of its movie covers, because fragments are missing.
struct MovieHoles: Sendable {
    private var count = 0
    private var total = MediaTime.zero
    private var first: MediaTime?

    mutating func add(_ ticks: Int64, before sample: Sample) {
        count += 1
        total += MediaTime(value: ticks, timescale: sample.timescale)
        if first == nil { first = sample.decodeTime - MediaTime(value: ticks, timescale: sample.timescale) }
    }

    /// Warns where there is a hole.
    func report(_ track: String, _ context: StageContext) {
        guard let first else { return }
        context.warn(
            "missing-fragments",
            "\(track) has \(count) hole\(count == 1 ? "" : "s") of \(total.decimal(places: 3)) s in all, the first at "
                + "\(first.decimal(places: 3)) s: movie fragments are missing; the playlist has a gap there (EXT-X-GAP)"
        )
        context.measure("missing-fragment-holes-count", Double(count))
    }
}
