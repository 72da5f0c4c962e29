/// Validates the measurements of all playlists of a presentation.
package protocol MeasurementRule: Rule {
    func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings)
}
