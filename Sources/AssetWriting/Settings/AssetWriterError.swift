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
