import MPEGTransport
import Matroska
import Media
import SystemFiles

/// The stage that reads the coded samples of a file, chosen by its first bytes.
enum MediaReader: String {
    case movie = "mp4.read"
    case transport = "ts.read"
    case matroska = "mkv.read"
    /// GStreamer's demuxers.
    case other = "file.read"

    init(path: String) {
        if MovieSignature.isMovie(path) {
            self = .movie
            return
        }
        let content = try? MappedFile(path: path).content
        switch content {
        case let content? where MatroskaFile.recognizes(content): self = .matroska
        case let content? where Self.isTransport(content, path): self = .transport
        default: self = .other
        }
    }

    /// The stage's name in pipeline files.
    var kind: String { rawValue }

    private static func isTransport(_ content: ByteSlice, _ path: String) -> Bool {
        switch Demultiplexer.kind(of: content) {
        case .transportStream, .rawVideo: true
        // Only file.read applies the encoder delay in the header frame of MP3 files.
        case .packedAudio(.mpegAudio, _), nil: false
        case .packedAudio(_, let isExact): isExact || endings.contains { path.lowercased().hasSuffix($0) }
        }
    }

    /// The file name extensions of formats whose first frame may be truncated.
    private static let endings = [".aac", ".adts", ".ac3", ".ec3", ".eac3", ".loas", ".latm"]
}
