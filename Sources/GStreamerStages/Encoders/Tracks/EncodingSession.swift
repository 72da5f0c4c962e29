/// What one incoming track is encoded by: an encoder, or those of a ladder.
protocol EncodingSession: Sendable {
    /// Waits until there is room for a frame; false when there will be none before other tracks have begun.
    func waitForRoom() async throws -> Bool
    /// Nothing follows: codes what is left.
    func end()
    /// Codes what is left and waits until all of it has been given on.
    func finish() async throws
    /// Stops without coding what is left.
    func abandon(_ error: any Error) async
}

extension EncoderSession: EncodingSession {}
