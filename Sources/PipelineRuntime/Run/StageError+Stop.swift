import StageKit

extension StageError {
    /// The note in place of this error if the run was stopped before a stage had media; nil for other errors.
    var noteOfStop: Problem? {
        guard code == .noUsableTrack else { return nil }
        return Problem(
            .note, code: ProblemCode.stoppedBeforeMedia,
            message: "the run was stopped before its first media: \(message)")
    }
}
