import Media
import Packaging
import StageKit

/// Selects the tracks that segments of a profile can carry. Other tracks are omitted with one warning each, unless the
/// selection names them.
struct CarriedTracks {
    private let profile: FileTypeProfile
    /// The rejected tracks, with their names and the reasons.
    private var rejected: [Track.ID: String] = [:]
    private var carried: Set<Track.ID> = []
    /// The warnings about formats that were reported.
    private var warnings: Set<String> = []
    private var hasCarried = false
    /// The carried tracks whose first sample is not examined yet.
    private var unexamined: [Track.ID: Track] = [:]
    /// The requests of the selection for which a track is carried.
    private var satisfiedRequests: Set<String> = []
    /// The requests of the selection whose tracks were rejected, with the reasons.
    private var rejectedRequests: [String: [String]] = [:]
    /// The types of carried tracks, and the rejected tracks without which their input is another programme.
    private var carriedTypes: Set<MediaType> = []
    private var rejectedEssentials: [MediaType: (input: String, reasons: [String])] = [:]

    init(_ profile: FileTypeProfile) { self.profile = profile }

    /// Returns a message for the carried tracks; nil if it belongs to an omitted one. Warns of omitted tracks.
    ///
    /// A carried track has a gap while its format is one that is not carried.
    mutating func admit(_ message: Message<Sample>, _ effects: inout Effects<Segment>) -> Message<Sample>? {
        switch message {
        case .track(let track): return accepts(track, &effects) ? message : nil
        case .payload(let sample):
            if !unexamined.isEmpty, let track = unexamined.removeValue(forKey: sample.track) {
                Self.examine(sample, of: track, &effects)
            }
            if rejected.isEmpty || rejected[sample.track] == nil { return message }
            guard carried.contains(sample.track) else { return nil }
            return .gap(
                sample.track, until: sample.decodeTime + MediaTime(value: sample.duration, timescale: sample.timescale))
        case .gap(let id, _), .end(let id): return rejected[id] == nil || carried.contains(id) ? message : nil
        }
    }

    private mutating func accepts(_ track: Track, _ effects: inout Effects<Segment>) -> Bool {
        let carriage = profile.carriage(of: track.format)
        guard let refusal = carriage.refusal else {
            let isNew = !carried.contains(track.id) && rejected[track.id] == nil
            rejected[track.id] = nil
            hasCarried = true
            carriedTypes.insert(track.mediaType)
            satisfiedRequests.formUnion(track.origin?.requests ?? [])
            if track.mediaType == .video, isNew || unexamined[track.id] != nil { unexamined[track.id] = track }
            carried.insert(track.id)
            if let warning = carriage.warning.map({ "\(Self.name(track)), \($0)" }), warnings.insert(warning).inserted {
                effects.reportWarning("limited-playback", warning)
            }
            return true
        }
        let text = "\(Self.name(track)), \(refusal)"
        guard rejected.updateValue(text, forKey: track.id) != text else { return false }
        for request in track.origin?.requests ?? [] {
            rejectedRequests[request, default: []].append(text)
        }
        if let origin = track.origin, origin.isEssential {
            rejectedEssentials[track.mediaType, default: (origin.input, [])].reasons.append(text)
        }
        let problem = OmittedMedia(
            track.origin?.track ?? "track \(track.id.rawValue)", format: track.format.codecName, reason: refusal
        ).problem(of: track.origin?.input ?? track.name ?? "input")
        effects.reportWarning(problem.code, problem.message)
        return false
    }

    /// Reports LCEVC enhancement data in the first sample of a track.
    private static func examine(_ sample: Sample, of track: Track, _ effects: inout Effects<Segment>) {
        guard BitstreamSyntax(track.format)?.hasLCEVCEnhancement(sample.bytes) == true else { return }
        effects.reportNote(
            "lcevc",
            "\(name(track)) contains LCEVC enhancement data, which are carried unchanged: players without an LCEVC "
                + "decoder present the base layer only")
    }

    /// Throws if the profile rejects all tracks of a request. Before all tracks are known, only a request by number can
    /// fail, as no later track can satisfy it.
    ///
    /// - Parameter isComplete: Whether all tracks are known.
    func validateRequests(isComplete: Bool) throws(StageError) {
        let failed = rejectedRequests.keys.sorted().first {
            !satisfiedRequests.contains($0) && (isComplete || Int($0) != nil)
        }
        guard let failed, let reasons = rejectedRequests[failed] else { return }
        throw StageError(
            .unsupportedMedia,
            "'tracks' selects '\(failed)', but no matching track can be carried: " + reasons.joined(separator: "; "))
    }

    /// Throws if a request is not satisfied, no track can be carried, or none of an essential kind.
    func requireCarriedTrack() throws(StageError) {
        try validateRequests(isComplete: true)
        if hasCarried, let (type, rejection) = rejectedEssentials.first(where: { !carriedTypes.contains($0.key) }) {
            throw EssentialTracks.rejection(of: rejection.input, type, rejection.reasons.joined(separator: "; "))
        }
        guard !hasCarried, !rejected.isEmpty else { return }
        throw StageError(
            .unsupportedMedia,
            "nothing of the input can be carried: "
                + rejected.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: "; "))
    }

    private static func name(_ track: Track) -> String {
        let place = track.origin.map { "\($0.track) of '\($0.input)'" } ?? "track \(track.id.rawValue)"
        return "\(track.format.codecName ?? track.mediaType.rawValue) of \(place)"
    }
}
