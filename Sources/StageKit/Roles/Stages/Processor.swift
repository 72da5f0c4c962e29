public import Media

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
