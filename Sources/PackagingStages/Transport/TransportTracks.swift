import ISOMedia
import MPEGTransport
import Media
import StageKit

/// The tracks of a transport stream that are delivered.
struct TransportTracks {
    /// A gap of audio beyond this is announced, so that what follows need not be contiguous.
    private static let longestGap = MediaTime.seconds(1)

    private struct Lane {
        var track: Track
        /// Where the last sample ends, in ticks of the track.
        var end: Int64?
    }

    /// Codings that no profile carries, with the reason by index of the demultiplexer's track.
    private(set) var refused: [Int: String] = [:]
    /// By index of the demultiplexer's track; nil for tracks that are not delivered.
    private var lanes: [Lane?]

    /// Where the samples so far end, in nanoseconds: the earliest of the tracks.
    private(set) var time = Int64.min

    /// Chooses among the tracks of an input, which are `sources`.
    init(
        _ sources: [SourceTrack], takenBy choice: TrackChoice, _ options: ReadTransport.Options,
        _ demultiplexer: Demultiplexer, _ context: StageContext
    ) {
        lanes = []
        for (source, (index, found)) in zip(sources, demultiplexer.tracks.enumerated()) {
            guard choice.taken.contains(source) else {
                if choice.leftOut.contains(source) { refused[index] = source.obstacle }
                lanes.append(nil)
                continue
            }
            var track = Self.track(found, demultiplexer.firstSample(of: index), options, context)
            track.language = track.language ?? source.language
            track.origin = source.origin(in: options.path, by: options.tracks)
            lanes.append(Lane(track: track))
        }
    }

    /// The tracks of an input as selections name them: those of the demultiplexer in their order, then the streams that
    /// it does not read.
    static func sources(of demultiplexer: Demultiplexer, _ input: TransportReading.Input) -> [SourceTrack] {
        let read = demultiplexer.tracks.enumerated().map { index, found in
            var source = SourceTrack(
                max(found.pid, 1), name: found.name, found.coding.mediaType, format: found.coding.name,
                language: tag(found.language) ?? input.language,
                obstacle: refusal(of: found, demultiplexer.firstSample(of: index)))
            if found.coding.mediaType == input.excluded {
                source.obstacle = "which another playlist replaces"
                source.isAuxiliary = true
            }
            return source
        }
        return read
            + demultiplexer.report.uncarried.map { stream in
                SourceTrack(
                    stream.pid, name: "PID \(stream.pid)", stream.mediaType, format: stream.name,
                    obstacle: stream.obstacle)
            }
    }

    private static func tag(_ code: String?) -> String? {
        code.flatMap { LanguageCode.tag(packed: LanguageCode(tag: $0).packed) }
    }

    var isEmpty: Bool { !lanes.contains { $0 != nil } }

    /// Whether the track with this index is delivered.
    func delivers(_ index: Int) -> Bool { lanes.indices.contains(index) && lanes[index] != nil }

    var announcements: [Message<Sample>] { lanes.compactMap { $0.map { .track($0.track) } } }
    var ends: [Message<Sample>] { lanes.compactMap { $0.map { .end($0.track.id) } } }

    /// The messages that samples become, with the announcements of other formats and of gaps.
    mutating func messages(for samples: [DemultiplexedSample]) -> [Message<Sample>] {
        var messages: [Message<Sample>] = []
        messages.reserveCapacity(samples.count)
        for sample in samples {
            guard var lane = lanes[sample.track] else { continue }
            if let format = sample.format {
                if case .codedAudio(let audio) = format {
                    lane.track.timescale = Int32(clamping: audio.sampleRate)
                }
                lane.track.format = format
                lane.track.priming = 0
                lane.end = nil
                messages.append(.track(lane.track))
            }
            let timescale = lane.track.timescale
            if let end = lane.end, lane.track.mediaType == .audio,
                MediaTime(value: sample.decodeTicks - end, timescale: timescale) > Self.longestGap
            {
                messages.append(
                    .gap(lane.track.id, until: MediaTime(value: sample.decodeTicks, timescale: timescale)))
            }
            lane.end = sample.decodeTicks &+ sample.duration
            messages.append(
                .payload(
                    Sample(
                        track: lane.track.id, timescale: timescale, decodeTicks: sample.decodeTicks,
                        presentationOffset: sample.presentationTicks &- sample.decodeTicks,
                        duration: sample.duration,
                        flags: sample.isSync ? .sync : sample.isDisposable ? .disposable : .predicted,
                        bytes: sample.bytes)))
            lanes[sample.track] = lane
        }
        time =
            lanes.compactMap { lane in
                lane?.end.map { MediaTime(value: $0, timescale: lane?.track.timescale ?? 1).nanoseconds }
            }.min() ?? time
        return messages
    }

    private static func track(
        _ found: DemultiplexedTrack, _ first: ByteSlice?, _ options: ReadTransport.Options,
        _ context: StageContext
    ) -> Track {
        var format = found.format
        if let first {
            let check = CodecCheck(format, firstSample: first)
            format = check.format
            if let contradiction = check.contradiction {
                context.warn(
                    "codec-mismatch",
                    "PID \(found.pid) of '\(options.path)': \(contradiction), and that is what is signalled")
            }
        }
        if case .codedVideo(let video) = format, video.isInterlaced {
            context.warn(
                "interlaced",
                "PID \(found.pid) of '\(options.path)' may be interlaced, which Apple's devices do not play well; "
                    + "sluice segment --encode deinterlaces it")
        }
        var track = Track(id: context.makeTrackID(), format: format, timescale: found.timescale)
        track.language = tag(found.language)
        track.priming = found.priming
        return track
    }

    /// Why samples of the track cannot be carried; nil for those that can.
    private static func refusal(of track: DemultiplexedTrack, _ first: ByteSlice?) -> String? {
        guard track.coding == .mpegAudio, let first,
            let header = try? MPEGAudioHeader(first.slice(0..<4).bytes),
            header.layer != 3
        else { return nil }
        return "which is MPEG audio layer \(header.layer), and HLS carries layer 3 alone; "
            + "sluice segment --encode makes AAC of it"
    }
}

extension ReadTransport.Options {
    /// Whether a stream that is not read would be selected.
    func takes(_ stream: UncarriedStream) -> Bool {
        tracks.takes(SourceTrack(stream.pid, stream.mediaType, format: stream.name))
    }
}

extension DemultiplexedTrack {
    /// The name in messages.
    var name: String { pid == 0 ? "the audio" : "PID \(pid)" }
}

extension UncarriedStream {
    /// The reason why it is not read, as the end of a sentence.
    var obstacle: String {
        switch reason {
        case .coding: "which HLS in fragmented MP4 does not carry" + advice
        case .scrambled: "which is scrambled; descramble it first"
        case .late: "which begins after the other tracks were announced; cut the file there first"
        case .unknownFormat, .absent: "since no parameter sets or frames come that tell its format"
        }
    }

    /// Encoding, where Debian's GStreamer has a decoder.
    private var advice: String {
        guard let mediaType, mediaType != .text, !Self.withoutDecoder.contains(name) else { return "" }
        return "; encode it (sluice segment --encode \(mediaType.rawValue))"
    }

    private static let withoutDecoder: Set<String> = ["AC-4 audio", "MPEG-H audio", "VVC video", "TrueHD audio"]
}
