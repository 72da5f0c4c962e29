import CGStreamer
import Media

/// The timestamps of the first video track of a file, read without decoding. They differ from presentation times by a
/// constant.
struct FrameTimeList {
    /// In ascending order.
    private(set) var times: [MediaTime] = []

    /// The maximum number of frames: ten days at 60 frames per second.
    private static let limit = 50_000_000
    /// The time without progress after which the times count as unknown.
    private static let timeout: UInt64 = 20_000_000_000

    private final class Collection {
        var ticks: [Int64] = []
        var timescale: Int32?
    }

    /// Returns nil if the file has no video, or if its container has no times.
    init?(path: String) {
        let collection = Collection()
        let isComplete = withExtendedLifetime(collection) {
            sluice_gst_file_frame_times(
                path, Self.timeout,
                { time, numerator, denominator, owner in
                    guard let owner else { return 0 }
                    let collection = Unmanaged<Collection>.fromOpaque(owner).takeUnretainedValue()
                    let rate = numerator > 0 && denominator > 0 ? Ratio(numerator, denominator) : nil
                    let timescale = collection.timescale ?? TrackTimescale.video(rate)
                    collection.timescale = timescale
                    collection.ticks.append(TrackTimescale.ticks(time, timescale))
                    return collection.ticks.count < FrameTimeList.limit ? 1 : 0
                }, Unmanaged.passUnretained(collection).toOpaque())
        }
        guard isComplete, let timescale = collection.timescale else { return nil }
        times = collection.ticks.sorted().map { MediaTime(value: $0, timescale: timescale) }
    }
}
