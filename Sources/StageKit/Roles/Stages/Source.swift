public import Media

/// A stage that produces payloads from outside the pipeline: a device, a file, a test pattern.
public protocol Source: Stage {
    associatedtype Output: Payload
    /// Returns the duration of the media, for planning of distributed jobs; nil if it is unknown. The default is nil.
    func mediaDuration() async throws -> MediaTime?
    /// Returns the times of the video frames in ascending order, for planning of distributed jobs. They may differ from
    /// presentation times by a constant. Nil if they are unknown without decoding, which is the default.
    func videoFrameTimes() async throws -> [MediaTime]?
    /// The policy for payloads offered with ``Outlet/offer(_:)`` while the link is full.
    var whenFull: OverflowPolicy { get }
    /// Produces payloads until the media ends or `context.stop` is raised, then returns. Announces all tracks known at
    /// the start before the first payload.
    func run(output: any Outlet<Output>, context: StageContext) async throws
}

extension Source {
    public var whenFull: OverflowPolicy { .wait }
    public func mediaDuration() async throws -> MediaTime? { nil }
    public func videoFrameTimes() async throws -> [MediaTime]? { nil }
}
