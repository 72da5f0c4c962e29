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
