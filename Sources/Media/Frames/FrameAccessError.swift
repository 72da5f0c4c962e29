/// The reason why the bytes of a frame cannot be read or written.
public struct FrameAccessError: Error, CustomStringConvertible {
    /// The reason, in lower case and without a full stop.
    public let description: String
}
