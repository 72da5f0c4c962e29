/// The error of a program that has failed, with its output.
package struct CommandFailure: Error, CustomStringConvertible {
    package let command: String
    package let output: String

    package init(command: String, output: String) {
        self.command = command
        self.output = output
    }

    package var description: String { "\(command) failed: \(output)" }
}
