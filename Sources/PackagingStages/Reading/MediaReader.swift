import ISOMedia
import MPEGTransport
import Matroska
import Media
import SystemFiles

/// The stage that reads the coded samples of a file, chosen by its first bytes.
package enum MediaReader: String {
    case movie = "mp4.read"
    case transport = "ts.read"
    case matroska = "mkv.read"
    /// GStreamer's demuxers.
    case other = "file.read"

    /// The reader of the file at `path`.
    package init(path: String) {
        // The reader of movies reports files that cannot be read.
        if let content = try? MappedFile(path: path).content {
            self.init(content, path: path)
        } else {
            self = .movie
        }
    }

    /// The reader of the contents of the file at `path`.
    init(_ content: ByteSlice, path: String) {
        guard content.count >= 8 else {
            self = .movie
            return
        }
        switch content {
        case _ where Self.movieBoxes.contains(String(decoding: content.slice(4..<8).bytes, as: UTF8.self)):
            self = .movie
        case _ where MatroskaFile.recognizes(content): self = .matroska
        case _ where Self.isTransport(content, path): self = .transport
        default: self = .other
        }
    }

    /// The stage's name in pipeline files.
    package var kind: String { rawValue }

    /// The end of a message about contents that another reader does not recognize: the reader to use.
    var advice: String { "; use \(kind)" }

    /// The boxes with which MP4, QuickTime and fragmented MP4 begin.
    private static let movieBoxes: Set = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot",
    ]

    private static func isTransport(_ content: ByteSlice, _ path: String) -> Bool {
        switch Demultiplexer.kind(of: content) {
        case .transportStream, .rawVideo: true
        // Only file.read applies the encoder delay in the header frame of MP3 files.
        case .packedAudio(.mpegAudio, _), nil: false
        case .packedAudio(_, let isExact): isExact || endings.contains { path.lowercased().hasSuffix($0) }
        }
    }

    /// Whether the file at `path` has text tracks, and this package reads it.
    package static func hasText(path: String) -> Bool {
        guard let content = try? MappedFile(path: path).content else { return false }
        return switch MediaReader(path: path) {
        case .movie: (try? MovieFile(reading: content))?.tracks.contains { $0.mediaType == .text } ?? false
        case .matroska: (try? MatroskaFile(reading: content))?.entries.contains(where: \.isText) ?? false
        case .transport, .other: false
        }
    }

    /// Whether the file is MPEG audio, whose encoder delay decoders present.
    package static func isMPEGAudio(path: String) -> Bool {
        guard let content = try? MappedFile(path: path).content else { return false }
        if case .packedAudio(.mpegAudio, _)? = Demultiplexer.kind(of: content) { return true }
        return false
    }

    /// The file name extensions of formats whose first frame may be truncated.
    private static let endings = [".aac", ".adts", ".ac3", ".ec3", ".eac3", ".loas", ".latm"]
}
