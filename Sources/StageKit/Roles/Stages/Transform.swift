public import Media

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
