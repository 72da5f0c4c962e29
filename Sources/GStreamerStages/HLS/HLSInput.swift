import AssetDownloading
import PackagingStages
import Foundation
package import Media
package import StageKit

/// A presentation that a stage reads, and what of it.
package struct HLSInput: Sendable {
    package struct Options: StageOptions {
        package var url = ""
        package var prefer: [String] = []
        package var audio = ""
        package var tracks = TrackSelection.all
        package var patience: MediaTime?
        package var maxDamage = 0
        package var trusted = false
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("url", \.url, "the playlist: an address with http: or https:, or a file"),
                .option("prefer", \.prefer, "conditions on variants, tried in order, such as peakBitRate < 5000000"),
                .option("audio", \.audio, "the language of the sound; the default one where this is empty"),
                .option("tracks", \.tracks, "Tracks to read: \(DemuxedInput.selectionHelp)."),
                .option(
                    "patience", \.patience, in: .seconds(1)...(.seconds(3600)),
                    "how long nothing may come before the run fails; three target durations where this is left out, "
                        + "and 20 s at least"),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp + "; a live presentation never does"),
                .option(
                    "trusted", \.trusted,
                    "whether what the server leads to need not be checked; live playlists of other machines need it, "
                        + "and anything else of them is fetched into a temporary folder first without it"),
            ]
        }
    }

    private let options: Options
    private let qualifiers: [AssetVariantQualifier]

    /// Throws `invalid-options` where a condition is wrong.
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
                .invalidOptions, "prefer: '\(error.format)' is wrong at column \(error.column): \(error.message)")
        }
    }

    /// Runs `read` with what is chosen; does not where the run is stopped before that is known.
    func run(
        _ context: StageContext,
        _ read: @escaping @Sendable (ReducedPresentation, DemuxedInput) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let choosing = Task { await self.chosen(in: folder) }
        let token = context.stop.onRaise { choosing.cancel() }
        defer { token.cancel() }
        let result = await withTaskCancellationHandler(
            operation: { await choosing.value }, onCancel: { choosing.cancel() })
        // Stopped before anything was read.
        if context.stop.isRaised { return }
        let presentation = try result.get()
        let input = input(presentation)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await read(presentation, input)
                return true
            }
            if let follower = presentation.follower { group.addTask { try await Self.follow(follower) } }
            // Playlists come to their end before what they name; a playlist that is lost ends the reading.
            while let isRead = try await group.next(), !isRead {}
            group.cancelAll()
        }
    }

    private static func follow(_ follower: PlaylistFollower) async throws -> Bool {
        do throws(AssetDownloadError) {
            try await follower.run()
            return false
        } catch {
            throw stageError(error)
        }
    }

    /// The options of the stage that reads transport streams, for the same tracks.
    var transportOptions: ReadTransport.Options {
        var transport = ReadTransport.Options()
        transport.path = options.url
        transport.tracks = options.tracks
        transport.maxDamage = options.maxDamage
        return transport
    }

    private func input(_ presentation: ReducedPresentation) -> DemuxedInput {
        // A server names a new segment within one and a half target durations (RFC 8216bis 6.2.2).
        let usual = Duration.seconds(max(3 * min(presentation.follower?.targetDuration ?? 0, 3600), 20))
        var input = DemuxedInput(
            playlist: presentation.url.path(percentEncoded: false), of: options.url, tracks: options.tracks,
            silence: options.patience.map { .nanoseconds($0.nanoseconds) } ?? usual)
        input.maxDamage = presentation.follower == nil ? options.maxDamage : nil
        return input
    }

    private static func stageError(_ error: AssetDownloadError) -> StageError {
        StageError(error.kind == .malformed ? .damagedInput : .unreadableInput, error.message)
    }

    /// The playlists of what is preferred.
    private func chosen(in folder: URL) async -> Result<ReducedPresentation, StageError> {
        var configuration = AssetDownloadConfiguration(asset: URLAsset(url: address), title: options.url)
        configuration.primaryContentConfiguration.variantQualifiers = qualifiers
        if !options.audio.isEmpty {
            configuration.primaryContentConfiguration.mediaSelections = [.audio(options.audio)]
        }
        do throws(AssetDownloadError) {
            return .success(
                try await ReducedPresentation.put(configuration, into: folder, isTrusted: options.trusted))
        } catch {
            return .failure(Self.stageError(error))
        }
    }

    private var address: URL {
        if options.url.contains("://"), let url = URL(string: options.url) { return url }
        return URL(filePath: options.url)
    }
}
