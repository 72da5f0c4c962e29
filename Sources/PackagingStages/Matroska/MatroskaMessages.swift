import Matroska
import Media
import StageKit

/// Converts the samples of a Matroska file's delivered tracks to messages.
struct MatroskaMessages {
    /// The maximum gap of audio that is not announced. After an announced gap, media need not be contiguous.
    private static let maximumGap = MediaTime.seconds(1)

    private struct Delivery {
        var track: Track
        /// The end of the last sample in ticks of the track.
        var end: Int64?
    }

    /// The tracks that are selected and not supported.
    let omitted: [SourceTrack]
    /// By the identifier of the demultiplexer's track.
    private var deliveries: [Track.ID: Delivery] = [:]
    /// The demultiplexer's identifiers of the delivered tracks, in the order of the file.
    private(set) var order: [Track.ID] = []

    /// Selects tracks of a file. Throws if the selection cannot be met.
    init(
        _ demultiplexer: MatroskaDemultiplexer, _ options: ReadMatroska.Options, _ context: StageContext
    ) throws(StageError) {
        let sources = demultiplexer.tracks.map(Self.source)
        let choice = TrackChoice(among: sources, by: options.tracks, of: options.path)
        if let refusal = choice.error { throw refusal }
        omitted = choice.omitted
        let chapters = demultiplexer.file.chapters.map(\.list).flatMap { $0.isEmpty ? nil : $0 }
        for (source, found) in zip(sources, demultiplexer.tracks) where choice.delivered.contains(source) {
            guard let stored = found.track else { continue }
            Self.warn(found, options, context)
            var track = Track(id: context.makeTrackID(), format: stored.format, timescale: stored.timescale)
            (track.language, track.name, track.duration) = (stored.language, stored.name, stored.duration)
            (track.priming, track.attributes) = (stored.priming, stored.attributes)
            track.chapters = chapters
            track.origin = source.origin(in: options.path, by: options.tracks)
            deliveries[stored.id] = Delivery(track: track)
            order.append(stored.id)
        }
    }

    private static func source(_ track: MatroskaTrack) -> SourceTrack {
        let type: MediaType? =
            switch track.entry.type {
            case 1: .video
            case 2: .audio
            case 17: .text
            default: nil
            }
        return SourceTrack(
            Int(clamping: track.entry.number), name: track.name, type, format: track.codecName,
            language: track.language, obstacle: track.obstacle)
    }

    private static func warn(_ found: MatroskaTrack, _ options: ReadMatroska.Options, _ context: StageContext) {
        if let contradiction = found.contradiction {
            context.reportWarning(
                "codec-mismatch",
                "\(found.name) of '\(options.path)': \(contradiction); the bitstream's value is used")
        }
        if case .codedVideo(let video) = found.track?.format, video.isInterlaced {
            context.reportWarning(
                "interlaced",
                "\(found.name) of '\(options.path)' may be interlaced, which Apple devices do "
                    + "not support well; sluice segment --encode deinterlaces it")
        }
    }

    var announcements: [Message<Sample>] { order.compactMap { deliveries[$0].map { .track($0.track) } } }
    var ends: [Message<Sample>] { order.compactMap { deliveries[$0].map { .end($0.track.id) } } }

    mutating func messages(for samples: [Sample]) -> [Message<Sample>] {
        var messages: [Message<Sample>] = []
        messages.reserveCapacity(samples.count)
        for sample in samples {
            guard let delivery = deliveries[sample.track] else { continue }
            let track = delivery.track
            if track.mediaType == .audio, let end = delivery.end,
                MediaTime(value: sample.decodeTicks - end, timescale: track.timescale) > Self.maximumGap
            {
                messages.append(.gap(track.id, until: sample.decodeTime))
            }
            deliveries[sample.track]?.end = sample.decodeTicks + sample.duration
            var sample = sample
            sample.track = track.id
            messages.append(.payload(sample))
        }
        return messages
    }
}
