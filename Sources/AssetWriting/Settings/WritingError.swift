/// Why samples cannot be written.
package struct WritingError: Error, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable {
        case badTimestamps
        case negativeDecodeTime
        case noSyncSample
        case unsupportedFormat
        case lateTrack
        case sampleTooLarge
        case invalidState
        /// The operating system refuses to write.
        case unwritableOutput
        /// Something has grown past a limit of its own.
        case limitReached
    }

    package let code: Code
    /// What went wrong and what would help: lower case, no full stop.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
