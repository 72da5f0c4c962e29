public import Media

/// A value transported over links. Payload types are checked when the plan is built; there is no check per payload.
public protocol Payload: Sendable {
    /// The name in messages, such as `sample`.
    static var payloadName: String { get }
    /// The track that the payload belongs to; nil for payloads without a track.
    var trackID: Track.ID? { get }
    /// The size in bytes, which counts towards the limits of links.
    var byteCount: Int { get }
    /// The media time which links measure and merge by; nil for payloads without a time.
    var linkTime: MediaInstant? { get }
    /// The link time at which the payload ends; by default the link time.
    var linkEnd: MediaInstant? { get }
    /// The presentation time; by default the link time.
    var presentationTime: MediaTime { get }
    /// Whether the payload is usable even if the preceding payloads of its track were dropped.
    var isIndependent: Bool { get }
    /// The identity of a payload that only describes media, such as an initialization segment; nil for media.
    ///
    /// A stage that joins a running pipeline receives the newest header of each identity before any media.
    var headerID: String? { get }
}

extension Payload {
    @inlinable public var isIndependent: Bool { true }
    @inlinable public var headerID: String? { nil }
    /// Whether the payload only describes media; reports count these separately.
    @inlinable public var isHeader: Bool { headerID != nil }
    @inlinable public var linkEnd: MediaInstant? { linkTime }
    @inlinable public var presentationTime: MediaTime { MediaTime(linkTime ?? .zero) }
}

extension Sample: Payload {
    public static var payloadName: String { "sample" }
    @inlinable public var trackID: Track.ID? { track }
    @inlinable public var byteCount: Int { bytes.count }
    @inlinable public var isIndependent: Bool { isSync }
    @inlinable public var linkTime: MediaInstant? { MediaInstant(ticks: decodeTicks, timescale: timescale) }
    @inlinable public var linkEnd: MediaInstant? { MediaInstant(ticks: decodeTicks &+ duration, timescale: timescale) }
}

extension Frame: Payload {
    public static var payloadName: String { "frame" }
    @inlinable public var trackID: Track.ID? { track }
    public var byteCount: Int { content.byteCount }
    @inlinable public var linkTime: MediaInstant? {
        MediaInstant(ticks: presentationTicks, timescale: timescale)
    }
    @inlinable public var linkEnd: MediaInstant? {
        MediaInstant(ticks: presentationTicks &+ duration, timescale: timescale)
    }
}
