public import Media

/// One step of a pipeline. Created from its options without side effects, then run by the runtime.
public protocol Stage: Sendable {
    /// The options of the stage.
    associatedtype Options: StageOptions
    /// The kind, which pipeline files refer to, in the form `family.name`.
    static var kind: String { get }
    /// The summary, in one sentence.
    static var abstract: String { get }
    /// Creates the stage without side effects. Throws when options contradict each other.
    init(options: Options) throws
}

/// A stage that produces payloads from outside the pipeline: a device, a file, a test pattern.
public protocol Source: Stage {
    associatedtype Output: Payload
    /// The policy for payloads offered with ``Outlet/offer(_:)`` while the link is full.
    var whenFull: OverflowPolicy { get }
    /// Produces payloads until the media ends or `context.stop` is raised, then returns. Announces all tracks known at
    /// the start before the first payload.
    func run(output: any Outlet<Output>, context: StageContext) async throws
}

extension Source {
    public var whenFull: OverflowPolicy { .wait }
}

/// A stage that converts payloads synchronously, without I/O and without waiting.
public protocol Transform: Stage {
    associatedtype Input: Payload
    /// The frame formats that the stage accepts; the default is any.
    static var inputFormats: FrameFormats { get }
    associatedtype Output: Payload
    /// The media types that the stage accepts; tracks of other types do not reach it.
    static var mediaTypes: Set<MediaType> { get }
    /// Whether the payloads of several inputs have to arrive in the order of media time.
    static var interleavesInputs: Bool { get }
    /// Processes one message.
    mutating func receive(_ message: Message<Input>, _ effects: inout Effects<Output>) throws
    /// Processes several messages in order. The default implementation calls `receive(_:_:)` for each.
    mutating func receive(all messages: [Message<Input>], _ effects: inout Effects<Output>) throws
    /// Emits remaining output. Called once, after the last message of a run that has not failed.
    mutating func finish(_ effects: inout Effects<Output>) throws
    /// Handles a wake-up that the stage scheduled with ``Effects/scheduleWakeUp(at:)``; `now` is the time of the run's
    /// clock.
    ///
    /// Not called after ``finish(_:)``. The default implementation does nothing.
    mutating func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws
    /// Handles a request from the stages below. The default implementation passes it on to the stages above.
    mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>)
}

extension Transform {
    public static var inputFormats: FrameFormats { .any }
    public static var mediaTypes: Set<MediaType> { Set(MediaType.allCases) }
    public static var interleavesInputs: Bool { false }
    // Inlined into the conforming type's module, so that the loop is specialized for that type.
    @inlinable public mutating func receive(
        all messages: [Message<Input>], _ effects: inout Effects<Output>
    ) throws {
        for index in messages.indices { try receive(messages[index], &effects) }
    }
    public mutating func finish(_ effects: inout Effects<Output>) throws {}
    public mutating func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws {}
    public mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>) {
        effects.request(request)
    }
}

/// A stage with internal concurrency or buffering, such as an encoder.
public protocol Processor: Stage {
    associatedtype Input: Payload
    /// The frame formats that the stage accepts; the default is any.
    static var inputFormats: FrameFormats { get }
    associatedtype Output: Payload
    /// The media types that the stage accepts; tracks of other types do not reach it.
    static var mediaTypes: Set<MediaType> { get }
    /// Processes messages until `input` ends, sends the remaining output, then returns.
    func run(input: any Inlet<Input>, output: any Outlet<Output>, context: StageContext) async throws
}

extension Processor {
    public static var inputFormats: FrameFormats { .any }
    public static var mediaTypes: Set<MediaType> { Set(MediaType.allCases) }
}

/// A stage that consumes payloads: a folder, a server, an upload.
public protocol Sink: Stage {
    associatedtype Input: Payload
    /// The frame formats that the stage accepts; the default is any.
    static var inputFormats: FrameFormats { get }
    /// Whether the payloads of several inputs have to arrive in the order of media time.
    static var interleavesInputs: Bool { get }
    /// Whether sources start only after this sink has asked for its first messages, so that its upstream requests
    /// precede the first payload.
    static var startsBeforeSources: Bool { get }
    /// Processes messages until `input` ends, then returns.
    func run(input: any Inlet<Input>, context: StageContext) async throws
}

extension Sink {
    public static var inputFormats: FrameFormats { .any }
    public static var interleavesInputs: Bool { false }
    public static var startsBeforeSources: Bool { false }
}

/// The policy for a payload offered to a full link.
public enum OverflowPolicy: String, Sendable, Hashable, CaseIterable {
    /// Blocks the offering thread.
    case wait
    /// Drops the payload and all later ones of its track until the next sync sample; of frames, only the payload
    /// itself.
    case dropToKeyframe = "drop-to-keyframe"
    /// Fails the run.
    case fail
}
