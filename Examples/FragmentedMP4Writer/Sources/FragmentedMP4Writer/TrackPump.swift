import AssetWriting

/// Copies one track from the reader to the writer, and adds an offset to its times.
struct TrackPump: Sendable {
    let output: AssetReaderTrackOutput
    let input: AssetWriterInput
    let writer: AssetWriter
    let timeOffset: MediaTime

    /// Returns when the track is complete or the writer accepts no more. Throws the writer's error if it rejects a
    /// sample.
    func run() async throws {
        defer { input.markAsFinished() }
        for await _ in input.mediaDataRequests {
            while input.isReadyForMoreMediaData {
                guard let buffer = await output.nextSampleBuffer() else { return }
                guard input.append(buffer.shifted(by: timeOffset)) else {
                    throw writer.error ?? MovieConversion.Failure(description: "the writer accepts no more samples")
                }
            }
        }
    }
}
