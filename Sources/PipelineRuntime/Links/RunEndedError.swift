/// Thrown by a stage's inlet or outlet when the run is ending, so that it is not reported as an error of the stage.
struct RunEndedError: Error, CustomStringConvertible {
    var description: String { "the run has ended" }
}
