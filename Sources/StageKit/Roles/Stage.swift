public import Media

/// One step of a pipeline: made from its options without side effects, run by the runtime.
public protocol Stage: Sendable {
    /// What the stage can be told.
    associatedtype Options: StageOptions
    /// The name in pipeline files, `family.name`.
    static var kind: String { get }
    /// What it does, in one sentence.
    static var abstract: String { get }
    /// Makes the stage; touches nothing outside it. Throws where options contradict each other.
    init(options: Options) throws
}

/// Brings payloads in from outside: a device, a file, a test pattern.
public protocol Source: Stage {
    associatedtype Output: Payload
    /// What happens to a payload that a foreign thread offers while the link is full.
    var whenFull: FullPolicy { get }
    /// Produces until the media ends or `context.stop` is raised, then returns. Announces all tracks known at the
    /// start before the first payload.
    func run(output: any Outlet<Output>, context: StageContext) async throws
}

extension Source {
    public var whenFull: FullPolicy { .wait }
}

/// Turns payloads into effects: synchronous, no I/O, no waiting.
public protocol Transform: Stage {
    associatedtype Input: Payload
    /// The formats of frames that it takes; what takes no frames leaves it out.
    static var inputFormats: FrameFormats { get }
    associatedtype Output: Payload
    /// The media types it takes; tracks of other types do not reach it.
    static var mediaTypes: Set<MediaType> { get }
    /// Whether payloads of several inputs have to come in the order of media time.
    static var interleavesInputs: Bool { get }
    /// Takes one message.
    mutating func receive(_ message: Message<Input>, _ effects: inout Effects<Output>) throws
    /// Takes several messages, one after the other; there is no need to write this one.
    mutating func receive(all messages: [Message<Input>], _ effects: inout Effects<Output>) throws
    /// Emits what is left; called once, after the last message of a run that ends well.
    mutating func finish(_ effects: inout Effects<Output>) throws
    /// The time has come that the stage asked for with ``Effects/wake(at:)``; `now` is what the run's clock shows.
    ///
    /// Not called after ``finish(_:)``; there is no need to write this one.
    mutating func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws
    /// Answers a request from below; by default it goes on upstream.
    mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>)
}

extension Transform {
    public static var inputFormats: FrameFormats { .any }
    public static var mediaTypes: Set<MediaType> { Set(MediaType.allCases) }
    public static var interleavesInputs: Bool { false }
    // Inlined into the conforming type's module, so that the loop is made for that type.
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

/// Works with a machine of its own inside, such as an encoder.
public protocol Processor: Stage {
    associatedtype Input: Payload
    /// The formats of frames that it takes; what takes no frames leaves it out.
    static var inputFormats: FrameFormats { get }
    associatedtype Output: Payload
    /// The media types it takes; tracks of other types do not reach it.
    static var mediaTypes: Set<MediaType> { get }
    /// Takes until `input` ends, gives what is left, then returns.
    func run(input: any Inlet<Input>, output: any Outlet<Output>, context: StageContext) async throws
}

extension Processor {
    public static var inputFormats: FrameFormats { .any }
    public static var mediaTypes: Set<MediaType> { Set(MediaType.allCases) }
}

/// Takes payloads out: a folder, a server, an upload.
public protocol Sink: Stage {
    associatedtype Input: Payload
    /// The formats of frames that it takes; what takes no frames leaves it out.
    static var inputFormats: FrameFormats { get }
    /// Whether payloads of several inputs have to come in the order of media time.
    static var interleavesInputs: Bool { get }
    /// Whether no source starts before it has asked for its first messages, so that what it asks of the stages above
    /// comes before the first payload.
    static var startsBeforeSources: Bool { get }
    /// Takes until `input` ends, then returns.
    func run(input: any Inlet<Input>, context: StageContext) async throws
}

extension Sink {
    public static var inputFormats: FrameFormats { .any }
    public static var interleavesInputs: Bool { false }
    public static var startsBeforeSources: Bool { false }
}

/// What happens to a payload when the link it is offered to is full.
public enum FullPolicy: String, Sendable, Hashable, CaseIterable {
    /// The offering thread waits.
    case wait
    /// It is dropped, and so is all that follows on its track until the next sync sample; frames only themselves.
    case dropToKeyframe = "drop-to-keyframe"
    /// The run ends with an error.
    case fail
}
