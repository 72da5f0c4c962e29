import AssetDownloading
import Foundation
import HLS
import Media
package import Validation

/// Validates what somebody named: loads it, runs the rules, and puts the report together.
package struct ValidationRun: Sendable {
    /// As it was named.
    package var subject: String
    package var profile: ValidationProfile
    package var reader: PlaylistReader
    /// Whether the media is measured too.
    package var measuresMedia = true
    /// How many segments of each playlist are measured; nil for all of files and some of addresses.
    package var segmentLimit: Int?
    /// Decodes segments; nil where they are not decoded.
    package var decoding: SegmentDecoding?
    /// Whether servers are asked how they answer.
    package var checksServers = true
    /// How long live playlists are watched; nil for not at all.
    package var watch: Duration?

    package init(subject: String, profile: ValidationProfile, reader: PlaylistReader = PlaylistReader()) {
        self.subject = subject
        self.profile = profile
        self.reader = reader
    }

    private static func cut(_ playlist: CheckedPlaylist) -> String {
        "\(playlist.name) is larger than what is read of one playlist: its end, or a long line, is not looked at"
    }

    /// Checks everything; throws where there is nothing that can be checked.
    package func report() async throws -> ValidationReport {
        var log = FindingLog()
        var playlists: [PlaylistReport] = []
        var unchecked: [String] = []
        for (url, name) in try SubjectPlaylists.find(subject) {
            let loaded = try await LoadedPresentation.load(url, name: name, reader: reader)
            var checker = StateChecker(profile)
            switch loaded.content {
            case .presentation(let presentation):
                checker.check(presentation)
                playlists += PlaylistReport.reports(of: presentation)
            case .playlist(let playlist):
                checker.check(playlist)
                playlists.append(PlaylistReport(playlist))
            }
            log.join(checker.log)
            unchecked += loaded.unchecked + loaded.playlists.filter(\.text.isCut).map(Self.cut)
            if measuresMedia {
                let media = await MediaCheck(profile, reader: reader, limit: segmentLimit, decoding: decoding)
                    .check(loaded)
                log.join(media.log)
                unchecked += media.unchecked
                playlists.take(media.measured)
            }
            if watch != nil, url.isFileURL { unchecked.append("\(name): a file is not watched, only an address is") }
            guard checksServers, !url.isFileURL else { continue }
            var server = ServerCheck(profile, at: url, reader: reader, reach: loaded.reach)
            let served = await server.check(loaded)
            log.join(served.log)
            unchecked += served.unchecked
            guard let watch else { continue }
            let watched = await LiveWatch(profile: profile, reader: reader, duration: watch)
                .run(loaded, at: url, known: log)
            log.join(watched.log)
            unchecked += watched.unchecked
        }
        return ValidationReport(
            subject: subject, profile: profile, log: log, playlists: playlists, unchecked: unchecked)
    }
}

extension [PlaylistReport] {
    /// Puts what was measured in the place of what playlists say.
    mutating func take(_ measured: [String: MeasuredRendition]) {
        for index in indices {
            guard let rendition = measured[self[index].name] else { continue }
            let samples = Dictionary(rendition.segments.map { ($0.sequence, $0) }) { first, _ in first }
            self[index].segments = self[index].segments.map { samples[$0.sequence] ?? $0 }
        }
    }
}
