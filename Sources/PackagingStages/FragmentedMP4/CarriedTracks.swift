import Packaging
import Media
import StageKit

/// The tracks that segments of a profile carry: the others are left out with one warning each.
struct CarriedTracks {
    private let profile: FileTypeProfile
    private var rejected: [Track.ID: String] = [:]
    private var warned: Set<Track.ID> = []
    private var hasCarried = false

    init(_ profile: FileTypeProfile) { self.profile = profile }

    /// Whether a message is about a track that is carried; the first one of a track warns.
    mutating func accepts(_ message: Message<Sample>, _ effects: inout Effects<Segment>) -> Bool {
        switch message {
        case .track(let track):
            let carriage = profile.carriage(of: track.format)
            let isNew = !warned.contains(track.id)
            warned.insert(track.id)
            guard let refusal = carriage.refusal else {
                hasCarried = true
                if isNew, let warning = carriage.warning { warn(track, warning, &effects) }
                return true
            }
            if isNew {
                rejected[track.id] = "\(Self.name(track)), \(refusal)"
                let problem = OmittedMedia(
                    "track \(track.id.rawValue)", format: track.format.codecName, reason: refusal
                )
                .problem(of: track.name ?? "input")
                effects.reportWarning(problem.code, problem.message)
            }
            return false
        case .payload(let sample): return rejected[sample.track] == nil
        case .gap(let id, _), .end(let id): return rejected[id] == nil
        }
    }

    /// The error of a run whose tracks were all left out.
    func requireCarriedTrack() throws(StageError) {
        guard !hasCarried, !rejected.isEmpty else { return }
        throw StageError(
            .unsupportedMedia,
            "nothing of the input can be carried: "
                + rejected.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: "; "))
    }

    private func warn(_ track: Track, _ warning: String, _ effects: inout Effects<Segment>) {
        effects.reportWarning("limited-playback", "\(Self.name(track)), \(warning)")
    }

    private static func name(_ track: Track) -> String {
        "\(track.format.codecName ?? track.mediaType.rawValue) of track \(track.id.rawValue)"
    }
}
