package import Media

/// The body of a response that is produced while it is sent.
package protocol ResponseStream: AnyObject, Sendable {
    /// Starts producing. Calls `ready` from any thread when bytes are available, or when the stream has ended.
    func start(_ ready: @escaping @Sendable () -> Void)
    /// Removes and returns the next bytes; nil if none are available. Called when the client has read the earlier
    /// bytes, and several times a second.
    func next(at now: MonotonicTime) -> ByteSlice?
    /// Whether no bytes will follow.
    var hasEnded: Bool { get }
    /// Stops producing, because the client has disconnected or the server stops.
    func cancel()
}
