/// The capabilities of an encoder.
public struct EncodingCapabilities: Sendable, Hashable {
    /// The maximum number of passes; 1 for a single-pass encoder.
    public var maximumPassCount: Int

    /// Capabilities with this maximum number of passes.
    public init(maximumPassCount: Int = 1) { self.maximumPassCount = maximumPassCount }
}
