import AssetDownloading
import Foundation
import GStreamerStages
import HLS
import PackagingStages
package import Media
package import ProtectionStages
package import StageKit

/// The presentation that a stage reads, with the selected variant and tracks.
package struct HLSInput: Sendable {
    package struct Options: StageOptions {
        package var url = ""
        package var prefer: [String] = []
        package var audio = ""
        package var subtitles = "*"
        package var tracks = TrackSelection.all
        package var inactivityTimeout: MediaTime?
        package var maxDamage = 0
        package var trusted = false
        package var keys: KeySourceOptions?
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("url", \.url, "Playlist: an http or https URL, or a file."),
                .option("prefer", \.prefer, "Predicates for variants, tried in order, such as peakBitRate < 5000000."),
                .option(
                    "audio", \.audio,
                    "Language of the audio, or * for all; by default the presentation's default audio."),
                .option(
                    "subtitles", \.subtitles,
                    "Language of the subtitles, * for all, or none. Not decoded by hls.decode."),
                .option("tracks", \.tracks, "Tracks to read: \(DemuxedInput.selectionHelp)."),
                .option(
                    "inactivity-timeout", \.inactivityTimeout, in: .seconds(1)...(.seconds(3600)),
                    "Inactivity timeout. The run fails if no data arrive for this long; by "
                        + "default three target durations, at least 20 s."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp + "; not applied to live presentations"),
                .option(
                    "trusted", \.trusted,
                    "Whether references in the server's playlists may lead to any address. Otherwise they may not lead to "
                        + "addresses closer to this machine than the server."
                ),
                .option(
                    "keys", \.keys,
                    "Content keys of encrypted presentations (AES-128, cbcs, cenc). Other keys with KEYFORMAT identity "
                        + "are loaded from the playlist's URI."),
            ]
        }
    }

    private let options: Options
    private let qualifiers: [AssetVariantQualifier]

    /// Throws `invalid-options` if a predicate is invalid.
    init(_ options: Options) throws {
        self.options = options
        do throws(VariantPredicateError) {
            var qualifiers: [AssetVariantQualifier] = []
            for format in options.prefer {
                qualifiers.append(AssetVariantQualifier(predicate: try VariantPredicate(format: format)))
            }
            self.qualifiers = qualifiers
        } catch {
            throw StageError(
                .invalidOptions, "prefer: '\(error.format)' is invalid at column \(error.column): \(error.message)")
        }
    }

    var maxDamage: Int { options.maxDamage }

    /// Sends the samples of the selected variant and its renditions, except tracks of some media types. Returns whether the
    /// presentation was live.
    @discardableResult
    func run(
        without excluded: Set<MediaType> = [], output: any Outlet<Sample>, context: StageContext
    ) async throws -> Bool {
        let tracks = options.tracks.excluding(excluded)
        let choosing = Task { await self.selected(tracks) }
        let token = context.stop.onRaise { choosing.cancel() }
        defer { token.cancel() }
        let result = await withTaskCancellationHandler {
            await choosing.value
        } onCancel: {
            choosing.cancel()
        }
        // The run was stopped before any media was read.
        if context.stop.isRaised { return false }
        let presentation = try result.get()
        report(presentation.omitted, excluded, context)
        let keys = try LiveKeys(GivenKeys(options.keys))
        let loadings = presentation.streams.enumerated().map { number, stream in
            SegmentLoading(
                RenditionSegments(stream.url, from: presentation.source, keys: keys, isPrimary: number == 0),
                from: presentation.source)
        }
        let stopping = context.stop.onRaise { for loading in loadings { loading.cancel() } }
        defer {
            stopping.cancel()
            for loading in loadings { loading.cancel() }
        }
        let settings = RenditionReader.Settings(
            tracks: tracks, maxDamage: options.maxDamage,
            silence: options.inactivityTimeout.map { .nanoseconds($0.nanoseconds) })
        let readers = zip(presentation.streams, loadings).map { stream, loading in
            RenditionReader(stream, loading, of: options.url, settings, context)
        }
        // Alternative audio replaces the variant's audio.
        if presentation.streams.contains(where: { $0.rendition?.kind == .audio }) { readers[0].excluded = .audio }
        var reading = PresentationReading(
            readers, of: options.url, tracks: tracks, maxDamage: options.maxDamage
        ) { isLive in
            await chapters(of: presentation, isLive: isLive, context)
        }
        try await reading.run(output: output, context: context)
        return reading.isLive
    }

    /// Reports the renditions that the user has neither selected nor excluded.
    private func report(
        _ renditions: [AlternativeRendition], _ excluded: Set<MediaType>, _ context: StageContext
    ) {
        let tracks = options.tracks
        for rendition in renditions {
            switch rendition.kind {
            case .video where tracks.mediaTypes.contains(.video):
                context.report(
                    OmittedMedia(
                        "video '\(rendition.name)'", format: rendition.language,
                        reason: "since the video of the variant is read"),
                    of: options.url)
            case .audio where options.audio.isEmpty && tracks.mediaTypes.contains(.audio):
                context.report(
                    OmittedMedia(
                        "audio '\(rendition.name)'", format: rendition.language,
                        reason: "since one language is read; set 'audio' to a language, or to '*' for all"),
                    of: options.url)
            case .subtitles where tracks.mediaTypes.contains(.text) && options.subtitles != "none":
                let reason =
                    excluded.contains(.text)
                    ? "which are not decoded; read them with hls.read, or set 'subtitles' to none"
                    : "since 'subtitles' selects '\(options.subtitles)'; set it to '*' for all"
                context.report(
                    OmittedMedia(
                        "subtitles '\(rendition.name)'", format: rendition.language,
                        reason: reason),
                    of: options.url)
            default: break
            }
        }
    }

    /// Returns the chapters of an ended presentation, and reports those that are left out.
    private func chapters(
        of presentation: SelectedPresentation, isLive: Bool, _ context: StageContext
    ) async -> ChapterList? {
        guard let content = await presentation.loadChapters() else { return nil }
        if isLive {
            context.report(
                Problem(
                    .note, code: "chapters-left-out",
                    message: "the chapters of '\(options.url)' are left out: they relate to its start, and a live "
                        + "presentation is read from its end"))
            return nil
        }
        do {
            let list = try ChapterFile(reading: try content.get()).list
            return list.isEmpty ? nil : list
        } catch {
            let reason = (error as? AssetDownloadError)?.message ?? (error as? StageError)?.message ?? "\(error)"
            context.reportWarning(
                "chapters-left-out", "the chapters of '\(options.url)' cannot be read: \(reason)")
            return nil
        }
    }

    static func stageError(_ error: AssetDownloadError) -> StageError {
        StageError(error.kind == .malformed ? .damagedInput : .unreadableInput, error.message)
    }

    /// The subtitles to select, if tracks include text.
    private func subtitles(_ tracks: TrackSelection) -> SelectedPresentation.SubtitleSelection {
        guard tracks.selects(.text) else { return .none }
        return switch options.subtitles {
        case "*": .all
        case "none", "": .none
        default: .language(options.subtitles)
        }
    }

    private func selected(_ tracks: TrackSelection) async -> Result<SelectedPresentation, StageError> {
        var configuration = AssetDownloadConfiguration(asset: URLAsset(url: url), title: options.url)
        configuration.primaryContentConfiguration.variantQualifiers = qualifiers
        if !options.audio.isEmpty {
            configuration.primaryContentConfiguration.mediaSelections = [.audio(options.audio)]
        }
        do throws(AssetDownloadError) {
            return .success(
                try await SelectedPresentation.select(
                    configuration, isTrusted: options.trusted, subtitles: subtitles(tracks)))
        } catch {
            return .failure(Self.stageError(error))
        }
    }

    private var url: URL {
        if options.url.contains("://"), let url = URL(string: options.url) { return url }
        return URL(filePath: options.url)
    }
}
