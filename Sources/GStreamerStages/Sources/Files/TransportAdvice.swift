import SystemFiles
import MPEGTransport
import StageKit

extension StageError {
    /// Returns the error with advice if it is due to GStreamer's demuxer for transport streams.
    ///
    /// If clock references are missing or far apart, that demuxer outputs no times, or times that jump back; without a
    /// program association it finds no program. ``ts.read`` reads such streams.
    func advising(on path: String) -> StageError {
        guard [.badTimestamps, .elementFailed, .noUsableTrack, .damagedInput].contains(code),
            let content = try? MappedFile(path: path).content, Demultiplexer.kind(of: content) == .transportStream
        else { return self }
        return StageError(
            code,
            "\(message); GStreamer's demuxer does not support this transport stream: copy it to a movie "
                + "first (ts.read and file.movie), which keeps its times, and encode the movie", cause: cause)
    }
}
