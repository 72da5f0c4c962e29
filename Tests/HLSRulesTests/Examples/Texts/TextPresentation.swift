import HLS
import Media
import HLSRules

/// Playlists as texts, starting with a main playlist that lists the others.
struct TextPresentation: Sendable {
    /// The texts by file name.
    var files: [String: String]
    /// The name of the main playlist.
    var main = "index.m3u8"

    /// A presentation with a single playlist.
    init(_ text: String) { files = ["index.m3u8": text] }

    init(_ files: [String: String]) { self.files = files }

    /// Returns the findings of all state rules.
    func findings(_ profile: ValidationProfile) -> [Finding] {
        let playlist = CheckedPlaylist(name: main, bytes: Array((files[main] ?? "").utf8))
        var checker = StateChecker(profile)
        if playlist.text.kind == .multivariant {
            checker.validate(presentation(playlist))
        } else {
            checker.validate(playlist)
        }
        return checker.log.findings
    }

    private func presentation(_ multivariant: CheckedPlaylist) -> CheckedPresentation {
        var presentation = CheckedPresentation(multivariant: multivariant, renditions: [])
        let variables = PlaylistVariables(imported: multivariant.parsed?.variables ?? [:])
        for entry in PresentationDeclarations(multivariant.text).entries {
            guard let text = files[entry.uri] else { continue }
            let playlist = CheckedPlaylist(name: entry.uri, bytes: Array(text.utf8), variables: variables)
            presentation.renditions.append(
                CheckedRendition(
                    role: entry.role, uri: entry.uri, playlist: playlist, declarations: entry.declarations,
                    attributes: entry.attributes))
        }
        return presentation
    }
}

extension RuleExample {
    /// An example with an error in one playlist of a valid presentation.
    static func text(
        _ rule: String, _ name: String, _ good: TextPresentation, in file: String? = nil, _ mutation: Mutation,
        scope: RuleScope = .playlist, profile: ValidationProfile = .apple
    ) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            guard isBroken else { return good.findings(profile) }
            let file = file ?? good.main
            var broken = good
            broken.files[file] = try mutation.apply(good.files[file] ?? "")
            return broken.findings(profile)
        }
        return RuleExample(rule: rule, scope: scope, name: name, findings: findings, profile: profile)
    }
}
