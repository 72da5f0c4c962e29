/// The policy for a payload offered to a full link.
public enum OverflowPolicy: String, Sendable, Hashable, CaseIterable {
    /// Blocks the offering thread.
    case wait
    /// Drops the payload and all later ones of its track until the next sync sample; of frames, only the payload
    /// itself.
    case dropToKeyframe = "drop-to-keyframe"
    /// Fails the run.
    case fail
}
