package import Foundation
package import HLS

/// Keeps local playlists up to date with remote ones, for a demuxer that reads files.
///
/// GStreamer's demuxer stops reloading all playlists when a variant's playlist ends: the variant's playlist therefore
/// ends last.
package struct PlaylistFollower: Sendable {
    /// A remote playlist and its local file.
    private struct Pair: Sendable {
        var url: String
        var place: URL
        var endsLast: Bool
        var playlist = FollowedPlaylist()
        /// Prepares the playlist for the demuxer; nil to pass it on.
        var preparation: (any PlaylistPreparing)?

        /// Writes the playlist for the demuxer, optionally without its end tag.
        func write(withholdsEnd: Bool = false) throws(AssetDownloadError) {
            guard var local = playlist.local else { return }
            if withholdsEnd { local.hasEndList = false }
            do {
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(local.text.utf8).write(to: place, options: .atomic)
            } catch {
                throw AssetDownloadError(.disk, "'\(place.path)' cannot be written: \(error.localizedDescription)")
            }
        }
    }

    /// The maximum target duration of the playlists, in seconds.
    package private(set) var targetDuration = 1
    /// Whether all playlists had ended when they were written.
    package private(set) var isComplete = false
    private var pairs: [Pair] = []
    private let source: PlaylistSource
    private let clock: any Clock<Duration>

    /// Writes the playlists that a presentation references to files in a folder. `preparing` creates the preparation of
    /// the playlist with a number.
    package init(
        _ presentation: MultivariantPlaylist, _ urls: [(url: String, path: String)], in folder: URL,
        from source: PlaylistSource, clock: any Clock<Duration>, preparing: PlaylistPreparation? = nil
    ) async throws(AssetDownloadError) {
        self.source = source
        self.clock = clock
        for (number, (url, path)) in urls.enumerated() {
            let isVariant = presentation.variants.contains { $0.uri == path }
            var pair = Pair(url: url, place: folder.appending(path: path), endsLast: isVariant)
            pair.preparation = preparing?(number)
            _ = try await load(&pair)
            targetDuration = max(targetDuration, pair.playlist.local?.targetDuration ?? 1)
            pairs.append(pair)
        }
        isComplete = pairs.allSatisfy(\.playlist.isEnded)
        for pair in pairs { try pair.write(withholdsEnd: pair.endsLast && !isComplete) }
    }

    /// Follows all playlists to their ends; throws if one of them fails.
    package func run() async throws(AssetDownloadError) {
        let result = await withTaskGroup(of: Result<Pair?, AssetDownloadError>.self) { group in
            for pair in pairs {
                group.addTask {
                    do throws(AssetDownloadError) {
                        return .success(try await follow(pair))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var last: [Pair] = []
            for await result in group {
                switch result {
                case .success(let pair): last += [pair].compactMap { $0 }
                case .failure(let error):
                    group.cancelAll()
                    return Result<[Pair], AssetDownloadError>.failure(error)
                }
            }
            return .success(last)
        }
        for pair in try result.get() { try pair.write() }
    }

    /// Follows a playlist to its end; returns it if its end tag is still to be written.
    private func follow(_ first: Pair) async throws(AssetDownloadError) -> Pair? {
        var (pair, hasMore, failures) = (first, true, 0)
        while !pair.playlist.isEnded {
            // The reload interval of RFC 8216bis 6.3.4: a target duration, or half of it if nothing changed.
            let target = Duration.seconds(min(pair.playlist.local?.targetDuration ?? 1, 3600))
            guard (try? await clock.sleep(for: hasMore ? target : target / 2)) != nil else { return nil }
            do throws(AssetDownloadError) {
                hasMore = try await load(&pair)
                failures = 0
            } catch {
                failures += 1
                hasMore = false
                guard failures <= source.tolerance(of: error) else { throw error }
            }
            if hasMore, !(pair.playlist.isEnded && pair.endsLast) { try pair.write() }
        }
        return pair.endsLast ? pair : nil
    }

    /// Loads a playlist; returns whether it has new segments.
    private func load(_ pair: inout Pair) async throws(AssetDownloadError) -> Bool {
        let loaded = try await source.load(pair.url)
        if let prepared = try await pair.preparation?.prepare(loaded, from: source) {
            return try pair.playlist.update(prepared) { name, _ in name }
        }
        return try pair.playlist.update(loaded.playlist) { name, isKey throws(AssetDownloadError) in
            try loaded.absolute(name, isKey: isKey)
        }
    }
}
