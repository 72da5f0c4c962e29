import Media
import Packaging
import StageKit

/// The tracks that segments of a profile carry: the others are left out with one warning each, unless the selection
/// names them.
struct CarriedTracks {
    private let profile: FileTypeProfile
    private var refused: [Track.ID: String] = [:]
    private var warned: Set<Track.ID> = []
    private var hasCarried = false
    /// The elements of the selection that tracks are carried for.
    private var met: Set<String> = []
    /// The elements of the selection that a refused track was read for, with the refusals.
    private var unmet: [String: [String]] = [:]

    init(_ profile: FileTypeProfile) { self.profile = profile }

    /// Returns whether a message is about a track that is carried; the first one of a track warns.
    mutating func admits(_ message: Message<Sample>, _ effects: inout Effects<Segment>) -> Bool {
        switch message {
        case .track(let track): return admits(track, &effects)
        case .payload(let sample): return refused[sample.track] == nil
        case .gap(let id, _), .end(let id): return refused[id] == nil
        }
    }

    private mutating func admits(_ track: Track, _ effects: inout Effects<Segment>) -> Bool {
        let carriage = profile.carriage(of: track.format)
        let isNew = warned.insert(track.id).inserted
        guard let refusal = carriage.refusal else {
            hasCarried = true
            met.formUnion(track.origin?.requests ?? [])
            if isNew, let warning = carriage.warning {
                effects.warn("limited-playback", "\(Self.name(track)), \(warning)")
            }
            return true
        }
        guard isNew else { return false }
        refused[track.id] = "\(Self.name(track)), \(refusal)"
        for request in track.origin?.requests ?? [] {
            unmet[request, default: []].append("\(Self.name(track)), \(refusal)")
        }
        let problem = LeftOut(
            track.origin?.track ?? "track \(track.id.rawValue)", format: track.format.codecName, reason: refusal
        ).problem(of: track.origin?.input ?? track.name ?? "input")
        effects.warn(problem.code, problem.message)
        return false
    }

    /// The error of tracks that the selection names and the profile refuses; nil before all tracks are known, unless a
    /// number names the track, which no other can stand for.
    ///
    /// - Parameter isComplete: Whether all tracks are known.
    func checkRequests(isComplete: Bool) throws(StageError) {
        let failed = unmet.keys.sorted().first { !met.contains($0) && (isComplete || Int($0) != nil) }
        guard let failed, let reasons = unmet[failed] else { return }
        throw StageError(
            .unsupportedMedia,
            "'tracks' asks for '\(failed)', and nothing of it can be carried: " + reasons.joined(separator: "; "))
    }

    /// The error of a run whose tracks were all left out.
    func check() throws(StageError) {
        try checkRequests(isComplete: true)
        guard !hasCarried, !refused.isEmpty else { return }
        throw StageError(
            .unsupportedMedia,
            "nothing of the input can be carried: "
                + refused.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: "; "))
    }

    private static func name(_ track: Track) -> String {
        let place = track.origin.map { "\($0.track) of '\($0.input)'" } ?? "track \(track.id.rawValue)"
        return "\(track.format.codecName ?? track.mediaType.rawValue) of \(place)"
    }
}
