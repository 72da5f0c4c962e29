/// Validates one state of a media playlist or multivariant playlist.
package protocol PlaylistRule: Rule {
    func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings)
}
