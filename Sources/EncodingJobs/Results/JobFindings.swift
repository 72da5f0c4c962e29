/// The contradictions between a plan and its reports, which prevent a presentation.
package struct JobFindings: Error, Hashable, CustomStringConvertible {
    /// A contradiction, with the tasks whose repetition removes it.
    package struct Finding: Sendable, Hashable {
        /// The tasks to process again; empty if that does not help.
        package var tasks: [Int]
        /// The contradiction: lower case, without a full stop.
        package var message: String

        /// Whether the tasks are not done, instead of contradicting others.
        package var isMissing: Bool

        package init(_ message: String, tasks: [Int] = [], isMissing: Bool = false) {
            self.tasks = tasks
            self.message = message
            self.isMissing = isMissing
        }
    }

    package let findings: [Finding]

    /// The tasks to process again.
    package var tasks: [Int] { Set(findings.flatMap(\.tasks)).sorted() }
    package var description: String { findings.map(\.message).joined(separator: "\n") }
}
