import Media
import StageKit

/// The notification for a segment, encoded as JSON.
struct PublishedSegment: Codable, Hashable, Sendable {
    var path: String
    var rendition: String
    /// Either `initialization` or `media`.
    var kind: String
    /// The start time in seconds; nil for initialization segments.
    var start: Double?
    var duration: Double?
    var bytes: Int

    /// Returns nil if the resource contains no segment.
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
