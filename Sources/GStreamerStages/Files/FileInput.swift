import AssetWriting
import SystemFiles
import Glibc
import ISOMedia
import Media
import StageKit

/// Validates a file before GStreamer opens it.
enum FileInput {
    /// Throws unless `path` is a readable file with content, or if it is a truncated movie.
    static func validate(_ path: String) throws(StageError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path, errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw StageError(.unreadableInput, "\(path) is a folder, not a file") }
        guard access(path, R_OK) == 0 else { throw unreadable(path, errno) }
        guard kind == S_IFREG else { return }
        guard status.st_size > 0 else { throw StageError(.damagedInput, "\(path) is empty") }
        try validateMovie(path)
        try validateFlashVideo(path)
    }

    /// Whether the file is AIFF or AIFF-C.
    static func isAIFF(_ path: String) -> Bool {
        container(path) == "AIFF"
    }

    /// Whether the file is audio without gaps, so that only its first time counts.
    ///
    /// Blocks of ADPCM have the times of a rate that headers declare, and the decoder repeats those of its buffers. Frames
    /// of FLAC with variable block sizes have no times.
    static func isContinuousAudio(_ path: String) -> Bool {
        ["WAVE", "FLAC"].contains(container(path))
    }

    private static func container(_ path: String) -> String? { ContainerSignature.name(ByteSlice(copying: head(path))) }

    /// Whether the file begins with a box of MP4 or QuickTime.
    static func isMovie(_ path: String) -> Bool {
        ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide"].contains {
            head(path).dropFirst(4).starts(with: $0.utf8)
        }
    }

    /// The first 12 bytes; empty if the file has fewer.
    private static func head(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        return pread(descriptor, &head, head.count, 0) == head.count ? head : []
    }

    /// Throws if the boxes of an ISO base media file show that data is missing.
    ///
    /// GStreamer's demuxer treats the end of a file as the end of its fragments, and may wait forever for a movie box.
    /// Other containers are accepted, as are files that only GStreamer can parse.
    private static func validateMovie(_ path: String) throws(StageError) {
        guard let content = try? MappedFile(path: path).content else { return }
        let (truncation, later): (MovieFile.Truncation?, AdditionalMovie?)
        do throws(MovieFileError) {
            let movie = try MovieFile(reading: content)
            (truncation, later) = (movie.truncation, movie.additionalMovie)
        } catch {
            switch error {
            case .tooShort, .truncatedHeader, .noMovieBox(.cutOff):
                throw StageError(.truncatedInput, "\(path): \(error)")
            case .noMovieBox: throw StageError(.damagedInput, "\(path): \(error)")
            default: return
            }
        }
        if let later { throw StageError(.unsupportedMedia, "'\(path)': \(later)") }
        guard let truncation else { return }
        let end = truncation.completeUntil.decimal(places: 1)
        throw StageError(
            .truncatedInput,
            "\(path) is truncated: it ends at \(end) s; it has \(truncation.fileBytes) "
                + "bytes, but its tables describe \(truncation.describedBytes)")
    }

    /// Throws if a tag of an FLV file has a codec of Enhanced RTMP, at which GStreamer's demuxer stops with a general error.
    private static func validateFlashVideo(_ path: String) throws(StageError) {
        guard let content = try? MappedFile(path: path).content,
            let code = content.withUnsafeBytes({ enhancedCodec(ofFlashVideo: $0) })
        else { return }
        throw StageError(
            .unsupportedMedia,
            "'\(path)': \(enhancedCodecs[code] ?? "a codec of Enhanced RTMP") in FLV is not read; copy the file into MP4 or "
                + "Matroska first")
    }

    /// The number of tags at the start of FLV files that are examined.
    private static let examinedTags = 64
    private static let enhancedCodecs = [
        "hvc1": "HEVC", "av01": "AV1", "vp09": "VP9", "vp08": "VP8", "avc1": "H.264 of Enhanced RTMP", "vvc1": "VVC",
        "Opus": "Opus", "fLaC": "FLAC", "ac-3": "AC-3", "ec-3": "E-AC-3", ".mp3": "MP3 of Enhanced RTMP",
        "mp4a": "AAC of Enhanced RTMP",
    ]

    /// Returns the code of the first codec of Enhanced RTMP (Veovera, v2); nil for other files.
    private static func enhancedCodec(ofFlashVideo bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count > 13, bytes.starts(with: "FLV".utf8) else { return nil }
        var offset = 4 + (5..<9).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        for _ in 0..<examinedTags {
            guard offset + 16 <= bytes.count else { return nil }
            let size = (offset + 1..<offset + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
            let head = bytes[offset + 11]
            // IsExHeader of video, and the sound format 9 of audio.
            if bytes[offset] & 0x1f == 9 ? head & 0x80 != 0 : bytes[offset] & 0x1f == 8 && head >> 4 == 9, size >= 5 {
                return String(decoding: bytes[offset + 12..<offset + 16], as: UTF8.self)
            }
            offset += 15 + size
        }
        return nil
    }

    private static func unreadable(_ path: String, _ number: Int32) -> StageError {
        switch number {
        case ENOENT, ENOTDIR: StageError(.unreadableInput, "there is no file \(path)")
        case EACCES: StageError(.unreadableInput, "\(path) cannot be read: permission denied")
        default: StageError(.unreadableInput, "\(path) cannot be read: \(String(cString: strerror(number)))")
        }
    }
}
