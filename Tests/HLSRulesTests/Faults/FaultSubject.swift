import HLS
import Media
import Packaging
import PackagingStages
import StageKit

/// A good presentation, made once.
enum FaultSubject: String, Sendable, CaseIterable {
    /// Two variants, audio and subtitles; four segments of 6 s.
    case movie
    /// The same with dates.
    case dated
    /// Encrypted as a whole with AES-128.
    case encrypted
    /// Encrypted samples.
    case cbcs
    /// One file per rendition, with byte ranges.
    case singleFile
    /// The same with encrypted samples.
    case singleFileCbcs
    /// A live window of six segments, with all states.
    case live
    /// A live window with parts, with all states.
    case lowLatency
    /// Two variants and audio in transport streams.
    case transport
    /// Video and audio in one transport stream.
    case muxedTransport
    /// Two variants, each with video and audio in the same segments.
    case muxed
    /// The same in transport streams.
    case muxedTransportVariants
    /// Video of HEVC.
    case hevc

    /// The presentation.
    var presentation: PackagedPresentation {
        get async throws { try await Cache.shared.presentation(self) }
    }

    private actor Cache {
        static let shared = Cache()
        private var tasks: [FaultSubject: Task<PackagedPresentation, any Error>] = [:]

        func presentation(_ subject: FaultSubject) async throws -> PackagedPresentation {
            if let task = tasks[subject] { return try await task.value }
            let task = Task { try await subject.make() }
            tasks[subject] = task
            return try await task.value
        }
    }

    private func make() async throws -> PackagedPresentation {
        var (segmenting, listing) = (SegmentFragmentedMP4.Options(), HLSPlaylist.Options())
        switch self {
        case .movie, .dated:
            var tracks = PackagedTracks(seconds: 24)
            try await tracks.addText(Self.cues)
            if self == .dated { listing.programDateTime = true }
            return try await PackagedPresentation(tracks, segmenting, listing)
        case .encrypted, .cbcs, .singleFile, .singleFileCbcs:
            var tracks = PackagedTracks(seconds: 24, sizes: 1)
            if self == .singleFile || self == .singleFileCbcs { listing.packaging = .singleFile }
            if self == .singleFile { return try await PackagedPresentation(tracks, segmenting, listing) }
            if self == .encrypted { try await tracks.addText(Self.cues) }
            var presentation = try await PackagedPresentation(
                tracks, segmenting, listing,
                encryption: self == .encrypted ? .aes128 : .cbcs)
            presentation.files["key.bin"] = ValidMedia.bytes(PackagedPresentation.key)
            return presentation
        case .live:
            segmenting.interval = .seconds(2)
            listing.type = .live
            listing.window = 6
            return try await PackagedPresentation(
                PackagedTracks(seconds: 21, isLive: true), segmenting, listing, isEnded: false)
        case .lowLatency:
            segmenting.interval = .seconds(2)
            segmenting.part = .milliseconds(500)
            segmenting.profile = .mpeg4CMAFCompliant
            listing.type = .live
            listing.window = 8
            return try await PackagedPresentation(
                PackagedTracks(seconds: 20, isLive: true, sizes: 1), segmenting, listing, isEnded: false)
        case .transport, .muxedTransport, .muxed, .muxedTransportVariants, .hevc:
            return try PackagedPresentation(model)
        }
    }

    private static let cues = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\n00:13.000 --> 00:14.500\nAgain\n"

    /// The model of presentations in formats that the package does not write.
    var model: MediaModel {
        switch self {
        case .transport: return ValidMedia.transportPresentation
        case .muxed: return ValidMedia.muxedVariants(.fragments)
        case .muxedTransportVariants: return ValidMedia.muxedVariants(.transport)
        case .hevc:
            var model = ValidMedia.videoOnly
            var track = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevc)))
            (track.syncHead, track.otherHead) = (ValidMedia.hevcInstantaneous, ValidMedia.hevcPredicted)
            model.renditions[0].tracks = [track]
            return model
        default: return ValidMedia.transport
        }
    }

    /// Recommendations that the presentation does not follow: I-frame playlists of segments that are encrypted as a whole,
    /// are transport streams or contain audio, and separate audio.
    var argued: Set<String> {
        switch self {
        case .transport, .encrypted: ["R99"]
        case .muxed, .muxedTransportVariants: ["R95", "R99"]
        default: []
        }
    }
}
