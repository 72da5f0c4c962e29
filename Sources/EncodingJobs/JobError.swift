/// An error of a job's command, which decides the exit code.
package struct JobError: Error, Hashable, CustomStringConvertible {
    /// The consequence for an engine.
    package enum Kind: Sendable, Hashable {
        /// The same command may succeed later: the machine or the storage failed.
        case temporary
        /// The plan, the input or the software is wrong; repeating the command does not help.
        case permanent
    }

    package let kind: Kind
    /// The cause and a remedy: lower case, without a full stop.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// A permanent error.
    package init(_ message: String) { self.init(.permanent, message) }

    package var description: String { message }
}
