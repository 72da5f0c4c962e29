/// An error and the stage that threw it.
struct StageFailure: Error {
    /// The run-wide number of the stage.
    let stage: Int
    let error: any Error
}
