import CGStreamer
import CGStreamerLibraries

/// The origin of a track's times.
enum TimeOrigin: Sendable {
    /// The segment: times are running times, and edit lists apply.
    case segment
    /// The stream: like the segment, but unaffected by seeks.
    case stream
    /// A timestamp in nanoseconds that all tracks of a file share.
    case timestamp(Int64)
}
