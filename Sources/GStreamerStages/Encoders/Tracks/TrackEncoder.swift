/// The encoding of one incoming track by an encoder, or by all encoders of a ladder.
protocol TrackEncoder: Sendable {
    /// Waits until there is space for a frame. Returns false if there will be none before other tracks have begun.
    func waitForSpace() async throws -> Bool
    /// Signals the end of the stream. Queued frames are encoded.
    func end()
    /// Ends the stream and waits until all output has been delivered.
    func finish() async throws
    /// Stops and discards queued frames.
    func abandon(_ error: any Error) async
}

extension SingleTrackEncoder: TrackEncoder {}
