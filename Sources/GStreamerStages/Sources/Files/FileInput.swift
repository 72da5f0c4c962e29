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
    }

    /// Whether the file is AIFF or AIFF-C.
    static func isAIFF(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        guard pread(descriptor, &head, head.count, 0) == head.count, head.starts(with: "FORM".utf8) else {
            return false
        }
        return ["AIFF", "AIFC"].contains { head[8...].elementsEqual($0.utf8) }
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

    private static func unreadable(_ path: String, _ number: Int32) -> StageError {
        switch number {
        case ENOENT, ENOTDIR: StageError(.unreadableInput, "there is no file \(path)")
        case EACCES: StageError(.unreadableInput, "\(path) cannot be read: permission denied")
        default: StageError(.unreadableInput, "\(path) cannot be read: \(String(cString: strerror(number)))")
        }
    }
}
