import Media
import Packaging
import PackagingStages

/// The times of a video track with the name of its file.
struct VideoTrackTimes: Sendable {
    let file: String
    let times: VideoTimes

    /// Returns the times in a range, which becomes the whole.
    func clipped(from start: MediaTime, to end: MediaTime?) -> VideoTrackTimes {
        let tolerance = BoundaryTimes.tolerance
        let end = end ?? times.end
        let sync = times.sync.filter { $0 >= start - tolerance && $0 < end - tolerance }.map { max(.zero, $0 - start) }
        return VideoTrackTimes(
            file: file,
            times: VideoTimes(start: max(.zero, times.start - start), end: min(times.end, end) - start, sync: sync))
    }
}
