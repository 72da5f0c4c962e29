import Glibc

/// A file that cannot be written, and the reason.
package struct UnwritableFile: Error, Hashable, CustomStringConvertible {
    package let path: String
    package let reason: SystemError

    package var description: String { "'\(path)' cannot be written: \(reason)" }
}
