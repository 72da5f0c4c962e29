import SystemFiles
import MPEGTransport
import StageKit

extension StageError {
    /// The error with advice where it comes from GStreamer's demuxer of transport streams.
    ///
    /// It gives no times, or times that jump back, where clock references are missing or far apart, and finds no program
    /// without an association. ``ts.read`` reads such streams.
    func advising(on path: String) -> StageError {
        guard [.badTimestamps, .elementFailed, .noUsableTrack, .damagedInput].contains(code),
            let content = try? MappedFile(path: path).content, Demultiplexer.kind(of: content) == .transportStream
        else { return self }
        return StageError(
            code,
            "\(message); GStreamer's demuxer cannot read this transport stream: copy it into a movie first "
                + "(ts.read and file.movie), which keeps its times, and encode that", cause: cause)
    }
}
