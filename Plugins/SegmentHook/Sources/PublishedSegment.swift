import Media
import StageKit

/// What others are told of a segment: the JSON that is posted, or stands on the standard input of the command.
struct PublishedSegment: Codable, Hashable, Sendable {
    var path: String
    var rendition: String
    /// `initialization` or `media`.
    var kind: String
    /// Seconds; nothing for initialization segments.
    var start: Double?
    var duration: Double?
    var bytes: Int

    /// A resource that holds a segment; nil for all others.
    init?(_ resource: Resource) {
        guard case .store = resource.action, let segment = resource.segment, segment.kind != .gap else { return nil }
        path = resource.path
        rendition = segment.rendition.id
        kind = segment.kind == .initialization ? "initialization" : "media"
        start = segment.report.tracks.first?.earliestPresentationTime.seconds
        duration = segment.report.tracks.first?.duration.seconds
        bytes = segment.byteCount
    }
}
