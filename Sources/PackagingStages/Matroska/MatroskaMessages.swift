import HLS
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
    /// The time of the file that becomes zero.
    private let origin: MediaTime
    /// By the identifier of the demultiplexer's track.
    private var deliveries: [Track.ID: Delivery] = [:]
    /// The demultiplexer's identifiers of the delivered tracks, in the order of the file.
    private(set) var order: [Track.ID] = []

    /// Selects tracks of a file. Throws if the selection cannot be met.
    init(
        _ demultiplexer: MatroskaDemultiplexer, _ options: ReadMatroska.Options, origin: MediaTime,
        _ context: StageContext
    ) throws(StageError) {
        let sources = demultiplexer.tracks.map(Self.source)
        let choice = TrackChoice(
            among: sources, by: options.tracks, of: options.path, allowMissing: options.allowMissing)
        if let refusal = choice.error { throw refusal }
        omitted = choice.omitted
        self.origin = origin
        Self.reportAttachments(demultiplexer.file, options, context)
        let chapters = demultiplexer.file.chapters.map(\.list).flatMap { list in
            list.isEmpty ? nil : origin > .zero ? list.clipped(from: origin.ticks(at: 1000), to: nil) : list
        }
        for (source, found) in zip(sources, demultiplexer.tracks) where choice.delivered.contains(source) {
            guard let stored = found.track else { continue }
            Self.warn(found, options, context)
            var track = Track(id: context.makeTrackID(), format: stored.format, timescale: stored.timescale)
            (track.language, track.name) = (stored.language, stored.name)
            track.duration = stored.duration.map { $0 > origin ? $0 - origin : $0 }
            (track.priming, track.attributes) = (stored.priming, stored.attributes)
            track.chapters = chapters
            track.origin = source.origin(
                in: options.path, by: options.tracks, allowMissing: options.allowMissing)
            choice.describe(&track, source)
            deliveries[stored.id] = Delivery(track: track)
            order.append(stored.id)
        }
        let flagged = demultiplexer.tracks.compactMap { found in
            found.track.flatMap { order.contains($0.id) ? ($0.id, $0.mediaType, found.entry.isDefault) : nil }
        }
        TrackPurposes.markDefaults(flagged) { deliveries[$0]?.track.attributes.isDefault = true }
    }

    private static func source(_ track: MatroskaTrack) -> SourceTrack {
        let type: MediaType? =
            switch track.entry.type {
            case 1: .video
            case 2: .audio
            case 17: .text
            default: nil
            }
        var source = SourceTrack(
            Int(clamping: track.entry.number), name: track.name, type, format: track.codecName,
            language: track.language, obstacle: track.obstacle)
        if case .codedVideo(let video)? = track.track?.format {
            source.picture = TrackPicture(
                size: video.displaySize, codec: String(video.configuration.codecString.prefix { $0 != "." }))
        }
        if track.isEmpty { source.sampleCount = 0 }
        source.title = track.track?.name
        return source
    }

    private static func warn(_ found: MatroskaTrack, _ options: ReadMatroska.Options, _ context: StageContext) {
        if let contradiction = found.contradiction {
            context.reportWarning(
                "codec-mismatch",
                "\(found.name) of '\(options.path)': \(contradiction); the bitstream's value is used")
        }
        let uncarried = (found.entry.video?.uncarried ?? []) + Self.additions(found)
        if !uncarried.isEmpty {
            context.reportWarning(
                "properties-left-out",
                "\(found.name) of '\(options.path)' has \(uncarried.joined(separator: ", ")), which is not carried: players "
                    + "show the frames as they are coded")
        }
    }

    /// The names of data that accompany frames and are not carried (Matroska block addition mappings).
    private static func additions(_ found: MatroskaTrack) -> [String] {
        found.entry.additionMappings.compactMap { mapping in
            switch mapping.type {
            case 4: "HDR10+ or other ITU-T T.35 metadata outside of the frames"
            case 121: "time codes"
            default: nil
            }
        }
    }

    /// Names the attachments of a file, which are not carried.
    private static func reportAttachments(
        _ file: MatroskaFile, _ options: ReadMatroska.Options, _ context: StageContext
    ) {
        let names = (file.attachments?.files ?? []).map { file in
            String(decoding: file.name.utf8.prefix(64).map { $0 < 0x20 || $0 == 0x7f ? 0x3f : $0 }, as: UTF8.self)
        }
        guard !names.isEmpty else { return }
        let shown = names.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
        context.report(
            Problem(
                .note, code: "attachments-left-out",
                message: "\(names.count) attachment\(names.count == 1 ? "" : "s") of '\(options.path)' "
                    + "\(names.count == 1 ? "is" : "are") left out: \(shown)\(names.count > 4 ? ", …" : "")"))
    }

    /// The delivered tracks with their numbers in the file, in its order.
    var tracks: [(number: UInt32, track: Track)] {
        order.compactMap { id in deliveries[id].map { (id.rawValue, $0.track) } }
    }

    var announcements: [Message<Sample>] { order.compactMap { deliveries[$0].map { .track($0.track) } } }
    var ends: [Message<Sample>] { order.compactMap { deliveries[$0].map { .end($0.track.id) } } }

    mutating func messages(for samples: [Sample]) -> [Message<Sample>] {
        var messages: [Message<Sample>] = []
        messages.reserveCapacity(samples.count)
        for sample in samples {
            guard let delivery = deliveries[sample.track] else { continue }
            let track = delivery.track
            var sample = sample
            sample.decodeTicks -= origin.ticks(at: track.timescale)
            sample.track = track.id
            if track.mediaType == .audio, let end = delivery.end,
                MediaTime(value: sample.decodeTicks - end, timescale: track.timescale) > Self.maximumGap
            {
                messages.append(.gap(track.id, until: sample.decodeTime))
            }
            deliveries[sample.track]?.end = sample.decodeTicks + sample.duration
            messages.append(.payload(sample))
        }
        return messages
    }
}
