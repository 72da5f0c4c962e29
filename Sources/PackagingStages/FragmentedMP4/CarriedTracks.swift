import Packaging
import Media
import StageKit

/// Selects the tracks that segments of a profile can carry. Other tracks are omitted with one warning each.
struct CarriedTracks {
    private let profile: FileTypeProfile
    private var refused: [Track.ID: String] = [:]
    private var warned: Set<Track.ID> = []
    private var hasCarried = false

    init(_ profile: FileTypeProfile) { self.profile = profile }

    /// Returns whether a message belongs to a carried track. Warns at the first announcement of an omitted track.
    mutating func admits(_ message: Message<Sample>, _ effects: inout Effects<Segment>) -> Bool {
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
                refused[track.id] = "\(Self.name(track)), \(refusal)"
                let problem = LeftOut("track \(track.id.rawValue)", format: track.format.codecName, reason: refusal)
                    .problem(of: track.name ?? "input")
                effects.warn(problem.code, problem.message)
            }
            return false
        case .payload(let sample): return refused[sample.track] == nil
        case .gap(let id, _), .end(let id): return refused[id] == nil
        }
    }

    /// Throws if all tracks of the run were omitted.
    func check() throws(StageError) {
        guard !hasCarried, !refused.isEmpty else { return }
        throw StageError(
            .unsupportedMedia,
            "the input has no supported track: "
                + refused.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: "; "))
    }

    private func warn(_ track: Track, _ warning: String, _ effects: inout Effects<Segment>) {
        effects.warn("limited-playback", "\(Self.name(track)), \(warning)")
    }

    private static func name(_ track: Track) -> String {
        "\(track.format.codecName ?? track.mediaType.rawValue) of track \(track.id.rawValue)"
    }
}
