import Media
import StageKit
import Synchronization

/// The damage that the decoders of a stage's tracks find, through all sessions of each track.
final class DecoderDamage: Sendable {
    private struct DecodedTrack {
        var place: TrackOrigin?
        var monitors: [DamageMonitor] = []
        /// The number of pictures whose times overlap those before a join.
        var overlapping = 0
    }

    private let tracks = Mutex<[Track.ID: DecodedTrack]>([:])

    /// Returns a monitor for a new session of a track.
    func monitor(_ track: Track) -> DamageMonitor {
        let damage = DamageMonitor(.frames, isFramed: true)
        tracks.withLock { tracks in
            tracks[track.id, default: DecodedTrack()].place = track.origin
            tracks[track.id]?.monitors.append(damage)
        }
        return damage
    }

    /// Removes the monitor of a session whose samples are decoded again.
    func withdraw(_ damage: DamageMonitor, of track: Track) {
        tracks.withLock { $0[track.id]?.monitors.removeAll { $0 === damage } }
    }

    /// Counts a picture of a track that is not presented, because others have been at its time.
    func addOverlapping(_ track: Track) {
        tracks.withLock { $0[track.id, default: DecodedTrack(place: track.origin)].overlapping += 1 }
    }

    /// Reports the damage of all tracks, as an error if a track has more than `limit` lost or damaged frames.
    func report(to context: StageContext, limit: Int?) {
        let tracks = tracks.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
        let figures = tracks.compactMap { DamageFigures(joining: $0.monitors.flatMap(\.figures)) }
        let subject = tracks.lazy.compactMap(\.place).first.map { "'\($0.input)'" } ?? context.stageName
        let overlapping = tracks.reduce(0) { $0 + $1.overlapping }
        if overlapping > 0 {
            context.reportWarning(
                "overlapping-times",
                "\(subject): left out: \(overlapping) pictures whose times overlap the video before them")
        }
        DamageReport(subject: subject, limit: limit, figures: figures, containerErrors: 0).send(to: context)
    }
}

extension DamageFigures {
    /// The figures of all sessions of a track; nil without one.
    fileprivate init?(joining sessions: [DamageFigures]) {
        guard var sum = sessions.first else { return nil }
        for figures in sessions.dropFirst() {
            sum.repeated += figures.repeated
            sum.entered += figures.entered
            sum.lost += figures.lost
            sum.damaged += figures.damaged
            sum.errors += figures.errors
            sum.lostPackets += figures.lostPackets
            // Times of later sessions are relative to their own first samples.
            sum.times = nil
        }
        self = sum
    }
}
