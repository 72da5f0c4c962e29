import AssetWriting

/// Carries one track from the reader to the writer, later by an offset.
struct TrackPump: Sendable {
    let output: AssetReaderTrackOutput
    let input: AssetWriterInput
    let writer: AssetWriter
    let timeOffset: MediaTime

    /// Returns when the track has been given to the writer, or the writer takes no more; throws what it refuses.
    func run() async throws {
        defer { input.markAsFinished() }
        for await _ in input.mediaDataRequests {
            while input.isReadyForMoreMediaData {
                guard let buffer = await output.nextSampleBuffer() else { return }
                guard input.append(buffer.shifted(by: timeOffset)) else {
                    throw writer.error ?? MovieConversion.Failure(description: "the writer takes no more")
                }
            }
        }
    }
}
