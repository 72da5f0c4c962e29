import HTTPClient
import Glibc

extension TransferError {
    /// Whether what was asked for is not there, as opposed to a server that cannot say or a file that cannot be read.
    var isAbsence: Bool {
        switch kind {
        case .status(404), .status(410), .status(416): true
        default: systemError == ENOENT || systemError == ERANGE
        }
    }

    /// The same, found on disk.
    static func absent(_ message: String, _ code: Int32 = ENOENT) -> TransferError {
        var error = TransferError(.disk, message)
        error.systemError = code
        return error
    }
}
