import AssetWriting
import SystemFiles
import Glibc
import ISOMedia
import Media
import StageKit

/// The checks that a file passes before GStreamer sees it.
enum FileInput {
    /// Throws unless `path` is a readable file with content, and where it is a movie that is cut off.
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

    /// Throws where an ISO base media file says itself that some of it is missing.
    ///
    /// GStreamer's demuxer takes the end of a file for the end of its fragments, and may wait for ever for a movie box.
    /// Other containers, and what only GStreamer can make sense of, pass.
    private static func validateMovie(_ path: String) throws(StageError) {
        guard let content = try? MappedFile(path: path).content else { return }
        let (truncation, later): (MovieFile.Truncation?, AdditionalMovie?)
        do throws(MovieFileError) {
            let movie = try MovieFile(reading: content)
            (truncation, later) = (movie.truncation, movie.additionalMovie)
        } catch {
            switch error {
            case .truncatedHeader, .noMovieBox(.cutOff): throw StageError(.truncatedInput, "\(path): \(error)")
            case .noMovieBox: throw StageError(.damagedInput, "\(path): \(error)")
            default: return
            }
        }
        if let later { throw StageError(.unsupportedMedia, "'\(path)': \(later)") }
        guard let truncation else { return }
        let end = truncation.completeUntil.decimal(places: 1)
        throw StageError(
            .truncatedInput,
            "\(path) is cut off: it ends at \(end) s, it has \(truncation.fileBytes) bytes and its tables describe "
                + "\(truncation.describedBytes)")
    }

    private static func unreadable(_ path: String, _ number: Int32) -> StageError {
        switch number {
        case ENOENT, ENOTDIR: StageError(.unreadableInput, "there is no file \(path)")
        case EACCES: StageError(.unreadableInput, "\(path) may not be read: permission denied")
        default: StageError(.unreadableInput, "\(path) cannot be read: \(String(cString: strerror(number)))")
        }
    }
}
