/// The codes of problems that the runtime reports as separate events.
package enum ProblemCode {
    /// A source delivers nothing, or has failed, and is being reopened.
    package static let sourceLost = "source-lost"
    /// A lost source delivers again.
    package static let sourceReturned = "source-returned"
    /// A stage that failed was replaced by a new instance.
    package static let stageRestarted = "stage-restarted"
}
