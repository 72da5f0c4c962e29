import Glibc

/// What the operating system said when a call failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    /// The words where the system refused nothing.
    private var text: String?

    package init(code: Int32) { self.code = code }

    /// The reason why a file could not be opened or read.
    package init(_ failure: RegularFile.Failure) {
        code = failure.code
        text = code == 0 ? failure.description : nil
    }

    /// The system's own words, such as `No space left on device`.
    package var description: String { text ?? String(cString: strerror(code)) }

    /// Gives the result of a call on, or throws what went wrong.
    @discardableResult
    package static func check(_ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(code: errno) }
        return result
    }
}
