package import Foundation
package import HLS

/// Keeps playlists on this machine up with those of elsewhere, for a demuxer that reads files.
///
/// Once GStreamer's demuxer sees the end of a variant's playlist, it loads no other again: the variant's playlist
/// ends last.
package struct PlaylistFollower: Sendable {
    /// A playlist of elsewhere and its place on this machine.
    private struct Pair: Sendable {
        var url: String
        var place: URL
        var endsLast: Bool
        var playlist = FollowedPlaylist()

        /// Writes what the demuxer is to read now, without its end where that is to be seen later.
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

    /// Failures in a row that a file is forgiven: it may be looked at while it is written.
    private static let maximumFailures = 3

    /// The longest of all, in seconds.
    package private(set) var targetDuration = 1
    private var pairs: [Pair] = []
    private let source: PlaylistSource
    private let clock: any Clock<Duration>

    /// Puts the playlists that a presentation names, by their addresses, to their places in a folder.
    package init(
        _ presentation: MultivariantPlaylist, _ urls: [(url: String, path: String)], in folder: URL,
        from source: PlaylistSource, clock: any Clock<Duration>
    ) async throws(AssetDownloadError) {
        self.source = source
        self.clock = clock
        for (url, path) in urls {
            let isVariant = presentation.variants.contains { $0.uri == path }
            var pair = Pair(url: url, place: folder.appending(path: path), endsLast: isVariant)
            _ = try await load(&pair)
            targetDuration = max(targetDuration, pair.playlist.local?.targetDuration ?? 1)
            pairs.append(pair)
        }
        let isComplete = pairs.allSatisfy(\.playlist.isEnded)
        for pair in pairs { try pair.write(withholdsEnd: pair.endsLast && !isComplete) }
    }

    /// Follows all of them to their ends; throws where one of them is lost.
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

    /// Follows a playlist to its end; returns it where its end is still to be written.
    private func follow(_ first: Pair) async throws(AssetDownloadError) -> Pair? {
        var (pair, hasMore, failures) = (first, true, 0)
        while !pair.playlist.isEnded {
            // The interval of RFC 8216bis 6.3.4: half of it where nothing had changed.
            let target = Duration.seconds(min(pair.playlist.local?.targetDuration ?? 1, 3600))
            guard (try? await clock.sleep(for: hasMore ? target : target / 2)) != nil else { return nil }
            do throws(AssetDownloadError) {
                hasMore = try await load(&pair)
                failures = 0
            } catch {
                failures += 1
                hasMore = false
                guard source.mayBeUnfinished(error), failures <= Self.maximumFailures else { throw error }
            }
            if hasMore, !(pair.playlist.isEnded && pair.endsLast) { try pair.write() }
        }
        return pair.endsLast ? pair : nil
    }

    /// Loads a playlist; says whether there is more of it.
    private func load(_ pair: inout Pair) async throws(AssetDownloadError) -> Bool {
        let loaded = try await source.load(pair.url)
        return try pair.playlist.update(loaded.playlist) { name, isKey throws(AssetDownloadError) in
            try loaded.absolute(name, isKey: isKey)
        }
    }
}
