import Media

/// The processing of one incoming track by elements: by a decoder, an encoder, or all encoders of a ladder.
protocol TrackSession: Sendable {
    /// Whether the session continues with the track in this format, which differs from that of its start.
    func accepts(_ track: Track) -> Bool
    /// Waits until there is space for a payload. Returns false if there will be none before other tracks have begun.
    func waitForSpace() async throws -> Bool
    /// Signals the end of the stream. Queued payloads are processed.
    func end()
    /// Ends the stream and waits until all output has been delivered.
    func finish() async throws
    /// Stops and discards queued payloads.
    func abandon(_ error: any Error) async
}

extension TrackSession { func accepts(_ track: Track) -> Bool { false } }

extension SingleTrackEncoder: TrackSession {}
