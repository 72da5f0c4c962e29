/// The reason why substitute content is sent for a track.
enum SubstitutionReason: Sendable, Hashable {
    /// Payloads are overdue; the source is open.
    case stall
    /// The source is lost.
    case loss
    /// The track resumes; fills the remaining time before it does.
    case `return`
}
