package import Media

/// The body of a response that is produced while it is sent.
package protocol ResponseStream: AnyObject, Sendable {
    /// Starts producing. Calls `ready` from any thread when bytes are available, or when the stream has ended.
    func start(_ ready: @escaping @Sendable () -> Void)
    /// Removes and returns the next bytes; nil if none are available. Called when the client has read the earlier
    /// bytes, and several times a second.
    func next(at now: MonotonicTime) -> ByteSlice?
    /// Whether the stream is a resource with an end, after which the connection serves further requests. Other streams
    /// last until one side ends the connection.
    var isFinite: Bool { get }
    /// Whether no bytes will follow.
    var hasEnded: Bool { get }
    /// Whether the rest of the body is lost, so that the client must not consider it complete.
    var hasFailed: Bool { get }
    /// Stops producing, because the client has disconnected or the server stops.
    func cancel()
}

extension ResponseStream {
    package var isFinite: Bool { false }
    package var hasFailed: Bool { false }
}
