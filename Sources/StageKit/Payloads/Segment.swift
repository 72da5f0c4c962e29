public import Media

extension Segment: Payload {
    public static var payloadName: String { "segment" }
    public var trackID: Track.ID? { nil }
    public var byteCount: Int { data.count }
    public var isHeader: Bool { kind == .initialization }
    public var linkTime: MediaInstant? { report.tracks.first.map { MediaInstant($0.earliestPresentationTime) } }
}
