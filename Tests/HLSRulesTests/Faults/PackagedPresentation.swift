import Foundation
import HLS
import HLSRules
import HLSValidator
import Media

/// A presentation that the stages of the package wrote, in memory.
struct PackagedPresentation: Sendable {
    /// A state of a media playlist.
    struct State: Sendable {
        var text: String
        /// The time of publication.
        var time: MediaTime
    }

    struct FileNotFound: Error { var name: String }

    /// The files in their last state.
    var files: [String: [UInt8]] = [:]
    /// The states of the media playlists; the last one is in ``files``.
    var states: [String: [State]] = [:]
    var main = "index.m3u8"

    /// The text of a file.
    subscript(text name: String) -> String {
        get { String(decoding: files[name] ?? [], as: UTF8.self) }
        set { files[name] = Array(newValue.utf8) }
    }

    /// Returns the findings of a validation of the files, and of the states if there are several.
    func findings(_ profile: ValidationProfile) async throws -> [Finding] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-fault-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        let run = ValidationRun(subject: folder.appending(path: main).path, profile: profile)
        return try await run.report().findings + reloadFindings(profile)
    }

    /// Returns the findings of the rules for reloads; the playlists are loaded in turn.
    private func reloadFindings(_ profile: ValidationProfile) -> [Finding] {
        var edges: [String: PlaylistEdge] = [:]
        var checkers = states.filter { $0.value.count > 1 }.mapValues { _ in ReloadChecker(profile) }
        let loads = states.flatMap { name, states in states.map { (name: name, state: $0) } }
            .sorted { ($0.state.time, $0.name) < ($1.state.time, $1.name) }
        for (name, state) in loads {
            let playlist = CheckedPlaylist(name: name, bytes: Array(state.text.utf8))
            if let (sequence, part) = playlist.text.edge {
                edges[name] = PlaylistEdge(mediaSequence: sequence, part: part, time: state.time)
            }
            checkers[name]?.process(PlaylistObservation(playlist: playlist, time: state.time, edges: edges, uri: name))
        }
        return checkers.sorted { $0.key < $1.key }.flatMap { _, checker in
            var checker = checker
            return checker.finish().findings
        }
    }
}
