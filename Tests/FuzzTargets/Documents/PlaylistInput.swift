import AssetDownloading
import Foundation
import HLS
import HLSRules

/// Media playlists and multivariant playlists.
enum PlaylistInput {
    /// Parses a playlist strictly, leniently, and with imported variables. The result must survive writing and parsing
    /// again.
    static func read(_ input: [UInt8]) {
        _ = try? Playlist.parse(input, tolerance: .strict)
        validate(input)
        let variables = PlaylistVariables(imported: ["a": "b", "path": "x/y"], queryParameters: ["token": "1"])
        _ = try? Playlist.parse(input, variables: variables, tolerance: .tolerant)
        guard let parsed = try? Playlist.parse(input, tolerance: .tolerant) else { return }
        _ = PlaylistSummary(parsed).lines
        let text = parsed.playlist.text
        do throws(PlaylistProblem) {
            _ = try Playlist.parse(text, tolerance: .tolerant)
        } catch {
            require(false, "a written playlist can be parsed: \(error)\n\(text)")
        }
        if case .multivariant(let playlist) = parsed.playlist { inspect(playlist) }
    }

    private static func inspect(_ playlist: MultivariantPlaylist) {
        let presentation = AssetPresentation(playlist, url: URL(string: "https://example.com/a/master.m3u8"))
        for variant in presentation.variants { _ = variant.badges }
        for codec in playlist.variants.flatMap(\.codecs) { _ = CodecName(codec).kind }
    }

    /// Validates a playlist by all rules. A playlist that strict parsing rejects must have an error.
    private static func validate(_ input: [UInt8]) {
        let playlist = CheckedPlaylist(name: "playlist.m3u8", bytes: input)
        var checker = StateChecker(.apple)
        checker.validate(playlist)
        guard let problem = playlist.problem, !playlist.text.isTruncated else { return }
        require(checker.log.findings.contains { $0.level == .must }, "a rejected playlist has a violation: \(problem)")
    }

    /// Parses states of a media playlist, separated by zero bytes, like a player that reloads it.
    static func readReloads(_ input: [UInt8]) {
        var checker = ReloadChecker(.apple)
        var sequence = SegmentSequence()
        for (index, state) in input.split(separator: 0, omittingEmptySubsequences: false).prefix(8).enumerated() {
            let checked = CheckedPlaylist(name: "playlist.m3u8", bytes: Array(state))
            checker.process(PlaylistObservation(playlist: checked, time: .seconds(Int64(index))))
            guard case .media(let playlist)? = try? Playlist.parse(Array(state), tolerance: .tolerant).playlist else {
                continue
            }
            _ = sequence.update(playlist)
            while sequence.removeFirst() != nil {}
        }
        _ = checker.finish().findings
    }
}
