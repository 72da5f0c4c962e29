import HTTPClient
import Foundation
import HLS
import Media
package import HLSRules

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
        var all = Findings()
        var problem: (any Error)?
        for (url, name) in try SubjectPlaylists.find(subject) {
            do {
                let loaded = try await LoadedPresentation.load(url, name: name, reader: reader)
                await check(loaded, at: url, name, &all)
            } catch {
                // The first reason, where nothing of a folder can be looked at.
                problem = problem ?? error
                all.unchecked.append("\(name): \(error)")
            }
        }
        if let problem, all.playlists.isEmpty { throw problem }
        all.unchecked += reader.hosts.reports
        return ValidationReport(
            subject: subject, profile: profile, log: all.log, playlists: all.playlists, unchecked: all.unchecked)
    }

    /// What has been found so far.
    private struct Findings {
        var log = FindingLog()
        var playlists: [PlaylistReport] = []
        var unchecked: [String] = []
    }

    private func check(_ loaded: LoadedPresentation, at url: URL, _ name: String, _ all: inout Findings) async {
        checkText(of: loaded, &all)
        let check = MediaCheck(
            profile, reader: watch == nil ? reader : reader.apart, limit: segmentLimit, decoding: decoding)
        var media = measuresMedia ? await check.measure(loaded) : [:]
        if url.isFileURL {
            if watch != nil { all.unchecked.append("\(name): a file is not watched, only an address is") }
        } else {
            if checksServers { await ask(loaded, at: url, &all) }
            if let watch {
                let watched = await LiveWatch(profile: profile, reader: reader, duration: watch)
                    .run(loaded, at: url, known: all.log, media: media)
                all.log.join(watched.log)
                all.unchecked += watched.unchecked
                media.merge(watched.media) { _, watched in watched }
            }
        }
        let measured = check.outcome(of: loaded, media)
        all.log.join(measured.log)
        all.unchecked += measured.unchecked
        all.playlists.take(measured.measured)
    }

    private func checkText(of loaded: LoadedPresentation, _ all: inout Findings) {
        var checker = StateChecker(profile)
        switch loaded.content {
        case .presentation(let presentation):
            checker.check(presentation)
            all.playlists += PlaylistReport.reports(of: presentation)
        case .playlist(let playlist):
            checker.check(playlist)
            all.playlists.append(PlaylistReport(playlist))
        }
        var resources = ResourceChecker(profile)
        for resource in loaded.absent { resources.take(resource) }
        all.log.join(checker.log)
        all.log.join(resources.log)
        all.unchecked += loaded.unchecked + loaded.playlists.filter(\.text.isCut).map(Self.cut)
    }

    /// Asks the servers how they answer.
    private func ask(_ loaded: LoadedPresentation, at url: URL, _ all: inout Findings) async {
        var server = ServerCheck(profile, at: url, reader: reader, reach: loaded.reach)
        let served = await server.check(loaded)
        all.log.join(served.log)
        all.unchecked += served.unchecked
    }
}

extension [PlaylistReport] {
    /// Puts what was measured in the place of what playlists say, and what came while they were watched behind it.
    mutating func take(_ measured: [String: MeasuredRendition]) {
        for index in indices {
            guard let rendition = measured[self[index].name] else { continue }
            let samples = Dictionary(rendition.segments.map { ($0.sequence, $0) }) { first, _ in first }
            let last = self[index].segments.last?.sequence ?? .min
            self[index].segments = self[index].segments.map { samples[$0.sequence] ?? $0 }
            self[index].segments += rendition.segments.filter { $0.sequence > last }
        }
    }
}
