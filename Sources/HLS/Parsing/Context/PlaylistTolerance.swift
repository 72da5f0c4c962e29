/// The handling of a playlist that violates the specification.
package enum PlaylistTolerance: Sendable, Hashable {
    /// The first deviation is thrown.
    case strict
    /// Deviations with a clear meaning become warnings, as in players; others are thrown.
    case tolerant
    /// Everything that can be parsed is; other lines are skipped and listed. For inspection.
    case complete
}
