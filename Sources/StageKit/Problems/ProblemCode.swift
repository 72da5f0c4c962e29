/// The codes of problems that the runtime reports as separate events.
package enum ProblemCode {
    /// A source delivers nothing, or has failed, and is being reopened.
    package static let sourceLost = "source-lost"
    /// A lost source delivers again.
    package static let sourceReturned = "source-returned"
    /// A source has not delivered data yet and is awaited.
    package static let sourceAwaited = "source-awaited"
    /// The run was stopped before a stage that requires media had any.
    package static let stoppedBeforeMedia = "stopped-before-media"
    /// The run was stopped before a source delivered anything.
    package static let sourceAbsent = "source-absent"
    /// A stage that failed was replaced by a new instance.
    package static let stageRestarted = "stage-restarted"
    /// A sink cannot write its output and is retried, while the other sinks continue.
    package static let outputFailed = "output-failed"
    /// A sink that has failed writes its output again.
    package static let outputRecovered = "output-recovered"
    /// A sink that has failed did not recover before the end of the run.
    package static let outputIncomplete = "output-incomplete"
}
