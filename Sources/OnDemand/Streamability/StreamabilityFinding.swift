package import StageKit

/// A problem of a movie for streaming, with the command that mends it.
package struct StreamabilityFinding: Sendable, Hashable, Encodable {
    package let severity: Problem.Severity
    package let code: String
    package let message: String
    /// The command that mends the movie; nil if none does, or none is needed.
    package let command: String?

    init(_ severity: Problem.Severity, _ code: String, _ message: String, _ command: String? = nil) {
        (self.severity, self.code, self.message, self.command) = (severity, code, message, command)
    }

    /// The finding as a note of a server that encodes the track.
    var encodedByServer: StreamabilityFinding {
        StreamabilityFinding(.note, code, message + "; this server encodes it when it is requested")
    }
}
