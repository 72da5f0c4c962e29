import HLS
import ISOMedia
import MPEGTransport
import Media
import StageKit

/// Converts the samples of a transport stream's delivered tracks to messages.
struct TransportTracks {
    /// The maximum gap of audio that is not announced. After an announced gap, media need not be contiguous.
    private static let maximumGap = MediaTime.seconds(1)

    private struct TrackState {
        var track: Track
        /// The end of the last sample in ticks of the track.
        var end: Int64?
        /// The number of lost and damaged packets so far.
        var damageCount = 0
    }

    /// The reasons for unsupported codings, by index of the demultiplexer's track.
    private(set) var rejected: [Int: String] = [:]
    /// By index of the demultiplexer's track; nil for tracks that are not delivered.
    private var trackStates: [TrackState?]
    private let losses: MediaLosses

    /// The earliest end of the samples so far among the tracks.
    private(set) var time = MediaInstant.distantPast

    /// Selects tracks of an input, described by `sources`.
    init(
        _ sources: [SourceTrack], takenBy choice: TrackChoice, _ options: ReadTransport.Options,
        _ demultiplexer: Demultiplexer, _ context: StageContext
    ) {
        trackStates = []
        losses = context.services.value { MediaLosses() }
        for (source, (index, found)) in zip(sources, demultiplexer.tracks.enumerated()) {
            guard choice.delivered.contains(source) else {
                // The choice adds obstacles that depend on other tracks.
                rejected[index] = choice.omitted.first { $0.isSame(as: source) }?.obstacle
                trackStates.append(nil)
                continue
            }
            var track = Self.track(found, demultiplexer.firstSample(of: index), options, context)
            track.language = track.language ?? source.language
            choice.describe(&track, source)
            track.origin = source.origin(
                in: options.path, by: options.tracks, allowMissing: options.allowMissing)
            trackStates.append(TrackState(track: track))
        }
    }

    /// The tracks of an input for selection: the demultiplexer's tracks in order, then the streams that it does not
    /// read. `language` is that of tracks without one.
    static func sources(of demultiplexer: Demultiplexer, language: String? = nil) -> [SourceTrack] {
        let read = demultiplexer.tracks.enumerated().map { index, found in
            var source = SourceTrack(
                max(found.pid, 1), name: found.name, found.coding.mediaType, format: found.coding.name,
                language: tag(found.language) ?? language,
                obstacle: rejection(of: found, demultiplexer.firstSample(of: index)))
            if case .codedVideo(let video) = found.format {
                source.picture = TrackPicture(size: video.displaySize, codec: found.coding.name)
            }
            return source
        }
        return read
            + demultiplexer.report.uncarried.map { stream in
                SourceTrack(
                    max(stream.pid, 1), name: stream.label, stream.mediaType, format: stream.name,
                    obstacle: stream.obstacle, sampleCount: stream.reason == .absent ? 0 : nil)
            }
    }

    private static func tag(_ code: String?) -> String? {
        code.flatMap { LanguageCode.tag(packed: LanguageCode(tag: $0).packed) }
    }

    /// Sets the chapters of all tracks.
    mutating func add(_ chapters: ChapterList) {
        guard !chapters.isEmpty else { return }
        for index in trackStates.indices { trackStates[index]?.track.chapters = chapters }
    }

    var isEmpty: Bool { !trackStates.contains { $0 != nil } }

    /// Whether the track with this index is delivered.
    func delivers(_ index: Int) -> Bool { trackStates.indices.contains(index) && trackStates[index] != nil }

    /// The delivered tracks.
    var tracks: [Track] { trackStates.compactMap { $0?.track } }

    /// Continues tracks of an earlier input.
    mutating func identify(by identities: inout TrackIdentities) {
        for index in trackStates.indices {
            guard let track = trackStates[index]?.track else { continue }
            trackStates[index]?.track.id = identities.identity(of: track)
        }
    }

    var announcements: [Message<Sample>] { trackStates.compactMap { $0.map { .track($0.track) } } }
    var ends: [Message<Sample>] { trackStates.compactMap { $0.map { .end($0.track.id) } } }

    /// Converts samples to messages, including announcements of new formats and gaps. `report` describes the damage of
    /// the stream up to the samples.
    mutating func messages(
        for samples: [DemultiplexedSample], _ report: DemultiplexerReport? = nil
    ) -> [Message<Sample>] {
        var messages: [Message<Sample>] = []
        messages.reserveCapacity(samples.count)
        for sample in samples {
            guard var lane = trackStates[sample.track] else { continue }
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
                MediaTime(value: sample.decodeTicks - end, timescale: timescale) > Self.maximumGap
            {
                let until = MediaTime(value: sample.decodeTicks, timescale: timescale)
                messages.append(.gap(lane.track.id, until: until))
                if let track = report?.tracks[sample.track], track.damageCount > lane.damageCount {
                    losses.record(
                        "the input is damaged: transport packets were lost",
                        from: MediaInstant(MediaTime(value: end, timescale: timescale)), until: MediaInstant(until))
                }
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
            trackStates[sample.track] = lane
        }
        for index in trackStates.indices {
            trackStates[index]?.damageCount = report?.tracks[index].damageCount ?? 0
        }
        time =
            trackStates.compactMap { lane in
                lane?.end.map { MediaInstant(MediaTime(value: $0, timescale: lane?.track.timescale ?? 1)) }
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
                context.reportWarning(
                    "codec-mismatch",
                    "\(found.name) of '\(options.path)': \(contradiction); the bitstream's value is used")
            }
        }
        var track = Track(id: context.makeTrackID(), format: format, timescale: found.timescale)
        track.language = tag(found.language)
        track.priming = found.priming
        return track
    }

    /// The reason why samples of the track cannot be carried; nil if they can.
    private static func rejection(of track: DemultiplexedTrack, _ first: ByteSlice?) -> String? {
        guard track.coding == .mpegAudio, let first,
            let header = try? MPEGAudioHeader(first.slice(0..<4).bytes),
            header.layer != 3
        else { return nil }
        return "which is MPEG audio layer \(header.layer), and HLS supports layer 3 "
            + "only; convert it to AAC with sluice segment --encode"
    }
}

extension ReadTransport.Options {
    /// Whether a stream that is not read is selected.
    func selects(_ stream: UncarriedStream) -> Bool {
        tracks.selects(SourceTrack(stream.pid, stream.mediaType, format: stream.name))
    }
}

extension DemultiplexedTrack {
    /// The name of the track in messages.
    var name: String { StreamName(pid, coding.mediaType).text }
}

extension UncarriedStream {
    /// The name of the stream in messages.
    var label: String { StreamName(pid, mediaType).text }

    /// The reason why the stream is not read, as the end of a sentence.
    var obstacle: String {
        switch reason {
        case .coding:
            if let containers = Self.otherContainers[name] {
                "which is not read from transport streams; copy the original into \(containers) first"
            } else {
                "which HLS in fragmented MP4 does not carry" + advice
            }
        case .scrambled: "which is scrambled; descramble it first"
        case .sampleEncrypted:
            "which is encrypted with SAMPLE-AES; use clear segments, or encrypted fragmented MP4, which sluice decrypt reads"
        case .late: "which starts after the other tracks were announced; cut the file there first"
        case .unknownFormat, .absent: "because no parameter sets or frames define its format"
        }
    }

    /// Advice to encode the stream, if Debian's GStreamer has a decoder for it.
    private var advice: String {
        guard let mediaType, mediaType != .text else { return "" }
        return "; encode it (sluice segment --encode \(mediaType.rawValue))"
    }

    /// The containers from which codings are carried that are not read from transport streams.
    private static let otherContainers = [
        "AC-4 audio": "MP4", "MPEG-H audio": "MP4", "TrueHD audio": "MP4", "DTS-UHD audio": "MP4", "VVC video": "MP4",
        "AV1 video": "MP4, Matroska or WebM", "VP9 video": "MP4, Matroska or WebM",
        "VP8 video": "Matroska or WebM",
    ]
}

/// The name of a stream in messages: its packet identifier, or its media type in a file without a container.
private struct StreamName {
    let text: String

    init(_ pid: Int, _ mediaType: MediaType?) {
        text = pid == 0 ? "the \(mediaType?.rawValue ?? "stream")" : "PID \(pid)"
    }
}
