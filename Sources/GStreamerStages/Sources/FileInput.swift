import Glibc
import StageKit

/// Which tracks of a file are wanted.
package enum TrackSelection: String, OptionValue, CaseIterable {
    case all
    case video
    case audio
}

/// The checks that a file passes before GStreamer sees it.
enum FileInput {
    /// Throws unless `path` is a readable file with content.
    static func check(_ path: String) throws(StageError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path, errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw StageError(.unreadableInput, "\(path) is a folder, not a file") }
        guard access(path, R_OK) == 0 else { throw unreadable(path, errno) }
        guard kind != S_IFREG || status.st_size > 0 else { throw StageError(.damagedInput, "\(path) is empty") }
    }

    private static func unreadable(_ path: String, _ number: Int32) -> StageError {
        switch number {
        case ENOENT, ENOTDIR: StageError(.unreadableInput, "there is no file \(path)")
        case EACCES: StageError(.unreadableInput, "\(path) may not be read: permission denied")
        default: StageError(.unreadableInput, "\(path) cannot be read: \(String(cString: strerror(number)))")
        }
    }
}
