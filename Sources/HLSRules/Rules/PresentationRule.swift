/// Validates one state of a multivariant playlist and its media playlists.
package protocol PresentationRule: Rule {
    func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings)
}
