import AssetDownloading
import ContentKeys
import ContentProtection
import PackagingStages
import Foundation
package import ProtectionStages
import GStreamerStages
package import Media
package import StageKit

/// The presentation that a stage reads, with the selected variant and tracks.
package struct HLSInput: Sendable {
    package struct Options: StageOptions {
        package var url = ""
        package var prefer: [String] = []
        package var audio = ""
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
                .option("audio", \.audio, "Language of the audio; by default the presentation's default audio."),
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
                    "Whether to use the URLs in the server's playlists unchecked, which live playlists of other hosts "
                        + "require without 'keys'; other remote presentations are downloaded to a temporary folder first otherwise."
                ),
                .option(
                    "keys", \.keys,
                    "Content keys of encrypted presentations (AES-128, cbcs, cenc), which are decrypted to a temporary "
                        + "folder: ended ones first, live ones while they are read. Keys with KEYFORMAT identity are "
                        + "loaded from the playlist's URI."),
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

    /// Calls `read` with the selected playlists. Returns without calling it if the run is stopped before.
    func run(
        _ context: StageContext,
        _ read: @escaping @Sendable (ReducedPresentation, DemuxedInput) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Other users cannot read decrypted media.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let choosing = Task { await self.chosen(in: folder) }
        let token = context.stop.onRaise { choosing.cancel() }
        defer { token.cancel() }
        let result = await withTaskCancellationHandler(
            operation: { await choosing.value }, onCancel: { choosing.cancel() })
        // The run was stopped before any media was read.
        if context.stop.isRaised { return }
        let presentation = try result.get()
        let input = input(presentation)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await read(presentation, input)
                return true
            }
            if let follower = presentation.follower { group.addTask { try await Self.follow(follower) } }
            // Playlists end before their media are read. A lost playlist ends reading.
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

    /// The options of the stage that reads transport streams, with the same tracks.
    var transportOptions: ReadTransport.Options {
        var transport = ReadTransport.Options()
        transport.path = options.url
        transport.tracks = options.tracks
        transport.maxDamage = options.maxDamage
        return transport
    }

    private func input(_ presentation: ReducedPresentation) -> DemuxedInput {
        // A server publishes a new segment within one and a half target durations (RFC 8216bis 6.2.2).
        let usual = Duration.seconds(max(3 * min(presentation.follower?.targetDuration ?? 0, 3600), 20))
        var input = DemuxedInput(
            playlist: presentation.url.path(percentEncoded: false), of: options.url, tracks: options.tracks,
            silence: options.inactivityTimeout.map { .nanoseconds($0.nanoseconds) } ?? usual)
        input.maxDamage = presentation.follower == nil ? options.maxDamage : nil
        return input
    }

    private static func stageError(_ error: AssetDownloadError) -> StageError {
        StageError(error.kind == .malformed ? .damagedInput : .unreadableInput, error.message)
    }

    /// The playlists of the selected variant and audio.
    private func chosen(in folder: URL) async -> Result<ReducedPresentation, StageError> {
        do { return .success(try await clearPresentation(in: folder)) } catch {
            switch error {
            case let error as StageError: return .failure(error)
            case let error as AssetDownloadError: return .failure(Self.stageError(error))
            default:
                return .failure(StageError(.unreadableInput, "'\(options.url)' cannot be decrypted: \(error)"))
            }
        }
    }

    private func clearPresentation(in folder: URL) async throws -> ReducedPresentation {
        let presentation: ReducedPresentation
        do throws(AssetDownloadError) { presentation = try await reduced(in: folder) } catch {
            // Sluice itself loads the media of encrypted live presentations, and checks their URLs.
            guard error.kind == .unbounded, options.keys != nil else { throw error }
            return try await decryptedLive(in: folder)
        }
        // Without keys, the demuxer reports media that it cannot read.
        let found = try? PresentationDecryption(reading: presentation.url)
        if let follower = presentation.follower, !follower.isComplete {
            guard options.keys != nil || found?.isEncrypted == true else { return presentation }
            return try await decryptedLive(in: folder)
        }
        guard options.keys != nil || found?.requiresDecryption == true else { return presentation }
        return try await decrypted(presentation, in: folder)
    }

    /// Returns a live presentation of clear copies, which are made while it is read.
    private func decryptedLive(in folder: URL) async throws -> ReducedPresentation {
        let folder = folder.appending(path: "live")
        let keys = try LiveKeys(GivenKeys(options.keys))
        return try await reduced(in: folder) { number in
            LiveDecryption(into: folder.appending(path: "clear/\(number)"), keys: keys)
        }
    }

    /// Returns a clear copy of an ended presentation that the demuxer cannot decrypt.
    private func decrypted(
        _ presentation: ReducedPresentation, in folder: URL
    ) async throws -> ReducedPresentation {
        var decryption = try PresentationDecryption(reading: presentation.url)
        if decryption.remoteReference != nil {
            let local = try await reduced(in: folder.appending(path: "stored"), isOffline: true)
            decryption = try PresentationDecryption(reading: local.url)
        }
        let clear = folder.appending(path: "clear")
        try decryption.decrypt(into: clear, keys: try GivenKeys(options.keys).keys)
        return ReducedPresentation(url: clear.appending(path: decryption.index), follower: nil)
    }

    private func reduced(
        in folder: URL, isOffline: Bool = false, preparing: PlaylistPreparation? = nil
    ) async throws(AssetDownloadError) -> ReducedPresentation {
        var configuration = AssetDownloadConfiguration(asset: URLAsset(url: url), title: options.url)
        configuration.primaryContentConfiguration.variantQualifiers = qualifiers
        // Given keys take precedence; the keys of the playlist may be on a licence server.
        configuration.keepsKeys = options.keys == nil
        if !options.audio.isEmpty {
            configuration.primaryContentConfiguration.mediaSelections = [.audio(options.audio)]
        }
        return try await ReducedPresentation.prepare(
            configuration, into: folder, isTrusted: options.trusted, isOffline: isOffline, preparing: preparing)
    }

    private var url: URL {
        if options.url.contains("://"), let url = URL(string: options.url) { return url }
        return URL(filePath: options.url)
    }
}
