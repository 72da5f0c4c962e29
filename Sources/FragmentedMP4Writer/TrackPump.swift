import AssetWriting
import Foundation

/// Carries one track from the reader to the writer, later by an offset.
struct TrackPump: Sendable {
    let output: AssetReaderTrackOutput
    let input: AssetWriterInput
    let timeOffset: MediaTime

    /// Returns when the track has been given to the writer, or the writer takes no more.
    func run() async {
        for await _ in input.mediaDataRequests {
            while input.isReadyForMoreMediaData {
                guard let buffer = await output.nextSampleBuffer() else { return input.markAsFinished() }
                guard input.append(buffer.shifted(by: timeOffset)) else { return input.markAsFinished() }
            }
        }
    }
}
