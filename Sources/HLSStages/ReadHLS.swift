import AssetDownloading
import Foundation
import GStreamerStages
package import Media
package import StageKit

/// The coded samples of an HLS presentation, of the variant and the sound that are preferred.
///
/// The choice is ours, as `sluice variants` shows it. GStreamer's demuxer gets a playlist with nothing else in it: it
/// knows encryption, discontinuities, live playlists and every container that a segment can be.
package struct ReadHLS: Source {
    package static let kind = "hls.read"
    package static let abstract = "Reads the coded samples of an HLS presentation, live or not, choosing the variant."

    package struct Options: StageOptions {
        package var url = ""
        package var prefer: [String] = []
        package var audio = ""
        package var tracks = TrackSelection.all
        package var trusted = false
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("url", \.url, "the playlist: an address with http: or https:, or a file"),
                .option("prefer", \.prefer, "conditions on variants, tried in order, such as peakBitRate < 5000000"),
                .option("audio", \.audio, "the language of the sound; the default one where this is empty"),
                .option("tracks", \.tracks, "which tracks are read"),
                .option(
                    "trusted", \.trusted,
                    "whether what the server leads to need not be checked; live playlists of other machines need it, "
                        + "and anything else of them is fetched into a temporary folder first without it"),
            ]
        }
    }

    private let options: Options
    private let qualifiers: [AssetVariantQualifier]

    package init(options: Options) throws {
        self.options = options
        do throws(VariantPredicateError) {
            var qualifiers: [AssetVariantQualifier] = []
            for format in options.prefer {
                qualifiers.append(AssetVariantQualifier(predicate: try VariantPredicate(format: format)))
            }
            self.qualifiers = qualifiers
        } catch {
            throw StageError(
                .invalidOptions, "prefer: '\(error.format)' is wrong at column \(error.column): \(error.message)")
        }
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let choosing = Task { await self.chosen(in: folder) }
        let token = context.stop.onRaise { choosing.cancel() }
        defer { token.cancel() }
        let result = await withTaskCancellationHandler(
            operation: { await choosing.value }, onCancel: { choosing.cancel() })
        // Stopped before anything was read.
        if context.stop.isRaised { return }
        let playlist = try result.get()
        var file = FileRead.Options()
        file.path = playlist.path(percentEncoded: false)
        file.tracks = options.tracks
        do {
            try await FileRead(options: file).run(output: output, context: context)
        } catch let error as StageError {
            // The user does not know of our file.
            throw StageError(error.code, error.message.replacing(file.path, with: options.url), cause: error.cause)
        }
    }

    /// The playlist of what is preferred.
    private func chosen(in folder: URL) async -> Result<URL, StageError> {
        var configuration = AssetDownloadConfiguration(asset: URLAsset(url: address), title: options.url)
        configuration.primaryContentConfiguration.variantQualifiers = qualifiers
        if !options.audio.isEmpty {
            configuration.primaryContentConfiguration.mediaSelections = [.audio(options.audio)]
        }
        do throws(AssetDownloadError) {
            return .success(
                try await ReducedPresentation.put(configuration, into: folder, isTrusted: options.trusted))
        } catch {
            let code = error.kind == .malformed ? StageError.Code.damagedInput : .unreadableInput
            return .failure(StageError(code, error.message))
        }
    }

    private var address: URL {
        if options.url.contains("://"), let url = URL(string: options.url) { return url }
        return URL(filePath: options.url)
    }
}
