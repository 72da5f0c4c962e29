public import Media

extension Segment: Payload {
    public static var payloadName: String { "segment" }
    public var trackID: Track.ID? { nil }
    public var byteCount: Int { data.count }
    public var headerID: String? { kind == .initialization ? rendition.id : nil }
    public var linkTime: MediaInstant? { report.tracks.first.map { MediaInstant($0.earliestPresentationTime) } }
}
