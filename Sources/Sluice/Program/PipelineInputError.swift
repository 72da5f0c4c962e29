public import Media

/// The reason why a source does not accept a payload from the program.
public enum PipelineInputError: Error, Hashable {
    /// The pipeline has stopped or ended, or the program has finished the input.
    case ended
    /// The appending task was cancelled; the payload was not appended.
    case cancelled
    /// The track is not open.
    case unknownTrack(Track.ID)
    /// The payload contradicts its track; the text is the reason.
    case invalidPayload(String)
}

extension PipelineInputError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended: "the pipeline accepts no more payloads"
        case .cancelled: "the task was cancelled"
        case .unknownTrack(let id): "track \(id.rawValue) is not open; call open(_:) before its first payload"
        case .invalidPayload(let reason): "the payload is not appended: \(reason)"
        }
    }
}
