public import Media
import StageKit

/// A segment, or a part of one, that a sink has published.
public struct PublishedSegment: Sendable, Hashable {
    /// The name of the sink.
    public internal(set) var sink: String
    /// The name of the rendition.
    public internal(set) var rendition: String
    /// The path of the file, relative to the presentation.
    public internal(set) var path: String
    /// The byte range in the file; nil for the whole file.
    public internal(set) var byteRange: Range<Int>?
    /// The size in bytes.
    public internal(set) var byteCount: Int
    /// The earliest presentation time.
    public internal(set) var start: MediaTime
    /// The duration of the media.
    public internal(set) var duration: MediaTime
}

extension PublishedSegment {
    /// Creates the description of a stored segment; nil for initialization segments and for other resources.
    init?(_ resource: Resource, by sink: String) {
        guard let segment = resource.segment ?? resource.part, segment.kind != .initialization,
            let track = segment.report.tracks.first
        else { return nil }
        self.init(
            sink: sink, rendition: segment.rendition.id, path: resource.path, byteRange: segment.byteRange,
            byteCount: segment.byteCount, start: track.earliestPresentationTime, duration: track.duration)
    }
}
