import Glibc

/// An error of an operating system call.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    /// The description of an error without an `errno` value; nil otherwise.
    private var text: String?

    package init(code: Int32) { self.code = code }

    /// Creates an error from a failure to open or read a file.
    package init(_ failure: RegularFile.Failure) {
        code = failure.code
        text = code == 0 ? failure.description : nil
    }

    /// The system's error message, such as `No space left on device`.
    package var description: String { text ?? String(cString: strerror(code)) }

    /// Whether space was exhausted: the disk, or a quota.
    package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether the device may work later: it was disconnected, was mounted read-only after an error, or timed out.
    package var isDeviceFailure: Bool { [EIO, EROFS, ESTALE, ENODEV, ENXIO, ETIMEDOUT, ENOTCONN].contains(code) }

    /// Returns the result of a call. Throws the value of `errno` if the result is negative.
    @discardableResult
    package static func check(_ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(code: errno) }
        return result
    }
}
