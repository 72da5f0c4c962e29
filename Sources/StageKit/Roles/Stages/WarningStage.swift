/// A stage that checks its settings in combination with the stages above it.
package protocol WarningStage: Stage {
    /// Returns warnings about a valid pipeline, and errors.
    func warnings(in place: StagePosition) -> [StageWarning]
}
