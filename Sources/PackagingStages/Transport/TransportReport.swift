import MPEGTransport
import Media
import StageKit

/// Reports the losses of a transport stream, and its streams that are not delivered.
struct TransportReport {
    private let options: ReadTransport.Options
    private let tracks: [DemultiplexedTrack]
    private let chosen: TransportTracks
    private let report: DemultiplexerReport
    /// nil if damage never makes the run fail.
    private let limit: Int?

    /// The report of a demultiplexer that has finished reading.
    init(_ options: ReadTransport.Options, _ demultiplexer: Demultiplexer, _ chosen: TransportTracks, limit: Int?) {
        self.limit = limit
        self.options = options
        self.chosen = chosen
        tracks = demultiplexer.tracks
        report = demultiplexer.report
    }

    func send(to context: StageContext) {
        sendOmissions(to: context)
        damage(of: "'\(options.path)'").send(to: context)
    }

    /// Reports what is not delivered, and what was repaired.
    func sendOmissions(to context: StageContext) {
        for leftOut in leftOutTracks + leftOutSamples { context.report(leftOut, of: options.path) }
        for index in tracks.indices where chosen.delivers(index) { warn(index, context) }
    }

    /// The losses.
    func damage(of subject: String) -> DamageReport {
        DamageReport(subject: subject, limit: limit, figures: figures, containerErrors: report.skipCount)
    }

    /// The streams and programs that are not read.
    private var leftOutTracks: [OmittedMedia] {
        var found: [OmittedMedia] = []
        for (index, reason) in chosen.rejected.sorted(by: { $0.key < $1.key }) {
            found.append(leftOut(index, reason, report.tracks[index].sampleCount, isPartial: false))
        }
        found += report.uncarried.filter { options.selects($0) && $0.packetCount > 0 }.map { stream in
            OmittedMedia(
                stream.label, format: stream.name, reason: stream.obstacle, sampleCount: stream.packetCount)
        }
        found += report.programs.filter { $0 != report.program }.map { number in
            OmittedMedia(
                "program \(number)",
                reason: "since program \(report.program ?? 0) is read; set 'program' to \(number) for this one "
                    + "(segment --program \(number))")
        }
        return found
    }

    /// The samples that are not delivered, of tracks that are.
    private var leftOutSamples: [OmittedMedia] {
        tracks.indices.filter(chosen.delivers).flatMap { index -> [OmittedMedia] in
            let (track, repairs) = (report.tracks[index], report.tracks[index].repairs)
            let reasons: [(Int, String)] = [
                (repairs.samplesBeforeParameterSets, "which precede the first parameter sets"),
                (repairs.framesBeforeConfiguration, "which precede the first configuration"),
                (repairs.informationFrames, "which contain only an encoder's metadata"),
                (repairs.overlappingFrames, "whose times overlap the audio before them"),
                (repairs.oversizedUnits, "which are larger than 64 MB"),
                (track.scrambledPackets, "whose packets are scrambled"),
            ]
            return reasons.filter { $0.0 > 0 }.map { leftOut(index, $0.1, $0.0, isPartial: true) }
        }
    }

    private func leftOut(_ index: Int, _ reason: String, _ count: Int, isPartial: Bool) -> OmittedMedia {
        OmittedMedia(
            tracks[index].name, format: tracks[index].coding.name,
            reason: reason, sampleCount: count, isPartial: isPartial)
    }

    private func warn(_ index: Int, _ context: StageContext) {
        let track = report.tracks[index]
        let name = "\(tracks[index].name) of '\(options.path)'"
        if track.repairs.movedTimes > 0 {
            context.reportWarning(
                "times-moved",
                "\(name): the decode times of \(track.repairs.movedTimes) samples did not increase "
                    + "or were after their presentation times; they were corrected")
        }
        if track.repairs.skippedBytes > 0 {
            context.reportWarning(
                "bytes-skipped",
                "\(name): \(track.repairs.skippedBytes) bytes outside complete frames were skipped")
        }
    }

    /// The damage of each delivered track.
    private var figures: [DamageFigures] {
        tracks.indices.filter(chosen.delivers).map { index in
            let track = report.tracks[index]
            var figures = DamageFigures()
            figures.isVideo = tracks[index].coding.mediaType == .video
            figures.codec = tracks[index].coding.name
            figures.entered = track.sampleCount
            figures.damaged = track.damagedPackets + track.damagedHeaders + track.repairs.unorderedUnits
            figures.lostPackets = track.lostPackets
            figures.times = track.damagedTimes.map { times in
                let ends = [times.lowerBound, times.upperBound].map {
                    max(.zero, MediaInstant(MediaTime(value: $0, timescale: 90_000)))
                }
                return ends[0]...max(ends[0], ends[1])
            }
            return figures
        }
    }
}
