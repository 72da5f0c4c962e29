import ISOMedia
import MPEGMedia
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

    /// Chooses among the tracks of an input.
    init(
        _ options: ReadTransport.Options, _ demultiplexer: Demultiplexer,
        _ input: TransportReading.Input,
        _ context: StageContext
    ) {
        lanes = []
        for (index, found) in demultiplexer.tracks.enumerated() {
            let first = demultiplexer.firstSample(of: index)
            guard options.takes(found), found.coding.mediaType != input.excluded else {
                lanes.append(nil)
                continue
            }
            if let reason = Self.refusal(of: found, first) {
                refused[index] = reason
                lanes.append(nil)
                continue
            }
            var track = Self.track(found, first, options, context)
            track.language = track.language ?? input.language
            lanes.append(Lane(track: track))
        }
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
        track.language = found.language.flatMap {
            LanguageCode.tag(packed: LanguageCode(tag: $0).packed)
        }
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

    /// The error of an input without a track that is asked for, which names what it has instead.
    func nothingError(_ options: ReadTransport.Options, _ demultiplexer: Demultiplexer) -> StageError {
        let report = demultiplexer.report
        var names = demultiplexer.tracks.enumerated().map { index, track in
            "\(track.coding.name) (\(refused[index] == nil ? "not asked for" : "not carried"))"
        }
        names += report.uncarried.map { "\($0.name) (\($0.reason.words))" }
        let found = names.isEmpty ? "no streams" : names.joined(separator: ", ")
        return StageError(
            .noUsableTrack,
            "'\(options.path)' has no \(options.tracks.words) track that is carried; it has \(found); "
                + "file.decode with encoders may read it (sluice segment --encode)")
    }
}

extension ReadTransport.Options {
    /// Whether a track is selected.
    func takes(_ track: DemultiplexedTrack) -> Bool {
        track.coding.mediaType.map { tracks.takes($0) } ?? false
    }

    /// Whether a stream that is not read would be selected by its media.
    func takes(_ stream: UncarriedStream) -> Bool {
        stream.mediaType.map { tracks.takes($0) } ?? (tracks == .all)
    }
}

extension UncarriedStream.Reason {
    /// In messages that list streams.
    var words: String {
        switch self {
        case .coding: "not carried"
        case .scrambled: "scrambled"
        case .unknownFormat: "without a format"
        case .late: "begins late"
        case .absent: "without packets"
        }
    }
}
