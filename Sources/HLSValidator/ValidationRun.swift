package import ContentProtection
import HTTPClient
import Foundation
import HLS
import Media
package import HLSRules

/// Validates a file, folder or URL: loads it, applies the rules and creates the report.
package struct ValidationRun: Sendable {
    /// The subject as given by the user.
    package var subject: String
    package var profile: ValidationProfile
    package var reader: PlaylistReader
    /// Whether the media is measured.
    package var measuresMedia = true
    /// The number of segments to measure per playlist; nil selects all for files and a default number for URLs.
    package var segmentLimit: Int?
    /// The decoder for segments; nil to skip decoding.
    package var decoding: SegmentDecoding?
    /// The keys that encrypted samples are decrypted with.
    package var keys: [KeyIdentifier: AES128] = [:]
    /// Whether the behaviour of servers is validated.
    package var checksServers = true
    /// The duration for which live playlists are watched; nil to skip watching.
    package var watch: Duration?

    package init(subject: String, profile: ValidationProfile, reader: PlaylistReader = PlaylistReader()) {
        self.subject = subject
        self.profile = profile
        self.reader = reader
    }

    private static func truncationMessage(_ playlist: CheckedPlaylist) -> String {
        "\(playlist.name) exceeds the size limit: its end, or a long line, is not validated"
    }

    /// Validates the subject; throws if nothing of it can be validated.
    package func report() async throws -> ValidationReport {
        var all = Findings()
        var problem: (any Error)?
        for (url, name) in try SubjectPlaylists.find(subject) {
            do {
                let loaded = try await LoadedPresentation.load(url, name: name, reader: reader)
                await validate(loaded, at: url, name, &all)
            } catch {
                // Thrown if no playlist of a folder can be validated.
                problem = problem ?? error
                all.unchecked.append("\(name): \(error)")
            }
        }
        if let problem, all.playlists.isEmpty { throw problem }
        all.unchecked += reader.hosts.reports
        return ValidationReport(
            subject: subject, profile: profile, log: all.log, playlists: all.playlists, unchecked: all.unchecked)
    }

    /// The results so far.
    private struct Findings {
        var log = FindingLog()
        var playlists: [PlaylistReport] = []
        var unchecked: [String] = []
    }

    private func validate(_ loaded: LoadedPresentation, at url: URL, _ name: String, _ all: inout Findings) async {
        validateText(of: loaded, &all)
        let validator = MediaValidator(
            profile, reader: watch == nil ? reader : reader.withSeparateConnections, limit: segmentLimit,
            decoding: decoding, keys: keys)
        var media = measuresMedia ? await validator.measure(loaded) : [:]
        if url.isFileURL {
            if watch != nil { all.unchecked.append("\(name): only URLs can be watched, not files") }
        } else {
            if checksServers { await probeServers(loaded, at: url, &all) }
            if let watch {
                let watched = await LivePresentationWatcher(profile: profile, reader: reader, duration: watch)
                    .run(loaded, at: url, known: all.log, media: media)
                all.log.merge(watched.log)
                all.unchecked += watched.unchecked
                media.merge(watched.media) { _, watched in watched }
            }
        }
        let measured = validator.outcome(of: loaded, media)
        all.log.merge(measured.log)
        all.unchecked += measured.unchecked
        all.playlists.merge(measured.measured)
    }

    private func validateText(of loaded: LoadedPresentation, _ all: inout Findings) {
        var checker = StateChecker(profile)
        switch loaded.content {
        case .presentation(let presentation):
            checker.validate(presentation)
            all.playlists += PlaylistReport.reports(of: presentation)
        case .playlist(let playlist):
            checker.validate(playlist)
            all.playlists.append(PlaylistReport(playlist))
        }
        var resources = ResourceChecker(profile)
        for resource in loaded.absent { resources.process(resource) }
        all.log.merge(checker.log)
        all.log.merge(resources.log)
        all.unchecked += loaded.unchecked + loaded.playlists.filter(\.text.isTruncated).map(Self.truncationMessage)
    }

    /// Validates the behaviour of the servers.
    private func probeServers(_ loaded: LoadedPresentation, at url: URL, _ all: inout Findings) async {
        var server = ServerProbe(profile, at: url, reader: reader, reach: loaded.reach)
        let served = await server.probe(loaded)
        all.log.merge(served.log)
        all.unchecked += served.unchecked
    }
}

extension [PlaylistReport] {
    /// Replaces declared values by measured ones, and appends segments that were published while watching.
    mutating func merge(_ measured: [String: MeasuredRendition]) {
        for index in indices {
            guard let rendition = measured[self[index].name] else { continue }
            let samples = Dictionary(rendition.segments.map { ($0.sequence, $0) }) { first, _ in first }
            let last = self[index].segments.last?.sequence ?? .min
            self[index].segments = self[index].segments.map { samples[$0.sequence] ?? $0 }
            self[index].segments += rendition.segments.filter { $0.sequence > last }
        }
    }
}
