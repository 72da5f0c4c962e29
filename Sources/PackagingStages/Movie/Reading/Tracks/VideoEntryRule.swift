import ISOMedia
import Media
import Packaging

/// Decides at which samples of a video track presentations and segments can start.
struct VideoEntryRule {
    private let sync: SyncRule?
    /// nil if they start at sync samples only.
    private let recovery: RecoveryRule?

    init(_ track: SelectedMovieTrack, _ points: RandomAccess, allowsGradualRecovery: Bool) {
        sync = track.syncRule
        recovery =
            points == .recovery ? RecoveryRule(track.track.format, allowsGradual: allowsGradualRecovery) : nil
    }

    /// Whether the bytes of a sample decide. Recovery points need not be marked in the movie.
    func isCandidate(_ sample: MovieSample) -> Bool { recovery != nil || sample.flags.isSync }

    /// Returns whether a presentation can start at a sample.
    func accepts(_ sample: MovieSample, _ bytes: ByteSlice) -> Bool {
        sample.flags.isSync && sync?.isSyncSample(bytes) ?? true || recovery?.point(bytes) != nil
    }
}
