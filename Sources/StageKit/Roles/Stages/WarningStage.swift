/// A stage that warns about its settings in combination with the stages above it.
package protocol WarningStage: Stage {
    /// Returns warnings about a valid pipeline.
    func warnings(in place: StagePosition) -> [StageWarning]
}
