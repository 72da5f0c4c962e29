import Media
import PackagingStages
import StageKit

extension TrackSurvey {
    /// The peak of a bit rate as a multiple of its average above which players on narrow connections stall (HLS
    /// Authoring Specification 9.6).
    private static let peakFactor = 2.0
    /// The ratio of the longest to the shortest frame above which a frame rate is variable.
    private static let durationFactor = 1.5

    /// The findings about one track.
    func findings(_ streamed: StreamedTrack, _ commands: MendingCommands) -> [StreamabilityFinding] {
        var findings = playerFindings(streamed, commands)
        guard track.mediaType == .video else { return findings }
        if let peak = peakBitRate, let average = bitRate, duration > .seconds(10),
            Double(peak) > Double(average) * Self.peakFactor
        {
            findings.append(
                StreamabilityFinding(
                    .note, "bit-rate-peak",
                    "\(name) has peaks of \(Self.megabits(peak)) Mb/s, \(Self.decimal(Double(peak) / Double(average))) times "
                        + "its average: connections that carry the average may stall", commands.encode("video")))
        }
        if let durations = sampleDurations, durations.lowerBound > .zero,
            durations.upperBound.seconds > durations.lowerBound.seconds * Self.durationFactor
        {
            findings.append(
                StreamabilityFinding(
                    .note, "variable-frame-rate",
                    "\(name) has a variable frame rate: frames last from \(durations.lowerBound.decimal(places: 3)) s to "
                        + "\(durations.upperBound.decimal(places: 3)) s; players show it unchanged"))
        }
        return findings
    }

    private var name: String { "track \(number)" }

    private func playerFindings(_ streamed: StreamedTrack, _ commands: MendingCommands) -> [StreamabilityFinding] {
        let failing = streamed.players.filter { $0.support == .no }
        let partial = streamed.players.filter { $0.support == .some }
        let kind = track.mediaType == .video ? "video" : "audio"
        if let reason = failing.first?.reason {
            let names = failing.map(\.player.rawValue).joined(separator: ", ")
            return [
                StreamabilityFinding(
                    .warning, "codec-support", "\(name) (\(streamed.codec)) does not play in \(names): \(reason)",
                    commands.encode(kind))
            ]
        }
        guard let reason = partial.first?.reason else { return [] }
        let names = partial.map(\.player.rawValue).joined(separator: ", ")
        return [
            StreamabilityFinding(
                .note, "codec-support",
                "\(name) (\(streamed.codec)) plays on some devices only in \(names): \(reason)", commands.encode(kind))
        ]
    }

    private static func megabits(_ rate: Int) -> String { decimal(Double(rate) / 1e6) }
    private static func decimal(_ value: Double) -> String {
        MediaTime(seconds: value, preferredTimescale: 1000).decimal(places: 1)
    }
}
