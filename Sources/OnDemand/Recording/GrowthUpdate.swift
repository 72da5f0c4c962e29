/// The result of an update of a presentation whose source grows.
enum GrowthUpdate: Sendable {
    case unchanged
    case grown(MoviePresentation)
    /// The source has ended, for a reason that the log states.
    case ended(MoviePresentation, reason: String)
    /// The source is another one, which has to be opened.
    case replaced
}
