public import Media

/// What travels over a link: typed when the plan is built, never looked at per payload.
public protocol Payload: Sendable {
    /// The name users see in messages, such as `sample`.
    static var payloadName: String { get }
    /// The track it belongs to, where it belongs to one.
    var trackID: Track.ID? { get }
    /// How much memory it holds, in bytes; what links count.
    var byteCount: Int { get }
    /// Where it stands in media time, in nanoseconds; what links measure and merge by.
    var linkTime: Int64? { get }
    /// Whether it can be used when what came before it on its track was dropped.
    var isIndependent: Bool { get }
    /// Whether it only describes media, as initialization segments do; reports count it apart.
    var isHeader: Bool { get }
}

extension Payload {
    @inlinable public var isIndependent: Bool { true }
    @inlinable public var isHeader: Bool { false }
}

/// One thing on a link: a track is announced before its first payload, and ended after its last.
public enum Message<Content: Payload>: Sendable {
    /// A track begins, or goes on in another format.
    indirect case track(Track)
    /// One payload.
    case payload(Content)
    /// A live track has nothing to show up to this time, counted from the end of what came before: its source is lost.
    ///
    /// Comes again and again, later each time, until payloads go on; none of them is presented before the last one.
    case gap(Track.ID, until: MediaTime)
    /// A track has no more payloads.
    case end(Track.ID)
}

extension Sample: Payload {
    public static var payloadName: String { "sample" }
    @inlinable public var trackID: Track.ID? { track }
    @inlinable public var byteCount: Int { bytes.count }
    @inlinable public var isIndependent: Bool { isSync }
    @inlinable public var linkTime: Int64? { linkNanoseconds(decodeTicks, timescale) }
}

extension Frame: Payload {
    public static var payloadName: String { "frame" }
    @inlinable public var trackID: Track.ID? { track }
    public var byteCount: Int { content.byteCount }
    @inlinable public var linkTime: Int64? { linkNanoseconds(presentationTicks, timescale) }
}

/// Nanoseconds by floating point: links compare and measure, they do not add up.
@inlinable @inline(__always)
func linkNanoseconds(_ ticks: Int64, _ timescale: Int32) -> Int64 {
    let nanoseconds = Double(ticks) * (1e9 / Double(timescale))
    return Int64(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max)
}
