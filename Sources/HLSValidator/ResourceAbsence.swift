import HTTPClient
import Glibc

extension TransferError {
    /// Whether the resource does not exist, as opposed to server failures and unreadable files.
    var isAbsence: Bool {
        switch kind {
        case .status(404), .status(410), .status(416): true
        default: systemError == ENOENT || systemError == ERANGE
        }
    }

    /// Creates the error for a resource that does not exist on disk.
    static func absent(_ message: String, _ code: Int32 = ENOENT) -> TransferError {
        var error = TransferError(.disk, message)
        error.systemError = code
        return error
    }
}
