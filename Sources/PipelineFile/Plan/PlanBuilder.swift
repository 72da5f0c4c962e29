import Media
package import PipelineRuntime
package import StageKit

/// Builds a plan from a document: resolves stage kinds, initializes the stages and validates their connections.
package struct PlanBuilder: Sendable {
    let catalogue: StageCatalogue

    /// Creates a builder for the kinds of a catalogue.
    package init(catalogue: StageCatalogue) { self.catalogue = catalogue }

    /// Returns the plan, or nil when there is an error; errors and warnings are added to `diagnostics`.
    package func plan(_ document: PipelineDocument, _ diagnostics: inout [Diagnostic]) -> PipelinePlan? {
        var found: [Diagnostic] = []
        if let name = document.name, let location = name.location, !PipelineName.isValid(name.text) {
            found.append(
                Diagnostic(
                    code: "bad-name", message: "'\(name.text)' is not a valid name of a pipeline", at: location,
                    notes: [PipelineName.syntax]))
        }
        var plan = PipelinePlan(name: document.name?.text ?? "pipeline", about: document.about?.text, stages: [])
        for stage in document.stages {
            guard let description = description(of: stage, &found) else { continue }
            guard let made = make(stage, description, &found) else { continue }
            var planned = PlannedStage(
                name: stage.name.text, description: description, stage: made, inputs: stage.inputs.map(\.text),
                options: stage.options.filter { !$0.value.isNull })
            if let onError = stage.onError { setPolicy(of: &planned, onError, &found) }
            plan.stages.append(planned)
        }
        plan.hooks = HookPlanner.hooks(document.hooks, &found)
        plan.admin = AdminPlanner.options(document.admin, &found)
        let links = LinkValidator(document: document, catalogue: catalogue)
        found += links.diagnostics
        let advice = found.hasErrors ? nil : StageWarnings(plan, document, catalogue)
        let unused = links.unusedStages(beside: advice?.unreachedStages ?? [])
        // Warnings about other stages may follow from an unused one.
        found += (advice?.diagnostics ?? []).filter { $0.severity == .error || unused.isEmpty } + unused
        diagnostics += found
        return found.hasErrors ? nil : FormatConversionInserter(catalogue: catalogue).applied(to: plan)
    }

    private func setPolicy(of stage: inout PlannedStage, _ text: LocatedText, _ found: inout [Diagnostic]) {
        guard let policy = ErrorPolicy(name: text.text) else {
            let names = ErrorPolicy.allCases.map(\.rawValue)
            let close = SpellingSuggestion.closest(to: text.text, among: names).map { ["did you mean '\($0)'?"] } ?? []
            found.append(
                Diagnostic(
                    code: "wrong-type", message: "'on-error' cannot be '\(text.text)'", at: text.location,
                    notes: close + ["expected one of: \(names.joined(separator: ", "))"]))
            return
        }
        stage.onError = policy
        if var problem = stage.policyProblem {
            problem.location = text.location
            found.append(problem)
        }
    }

    private func description(of stage: StageDefinition, _ found: inout [Diagnostic]) -> StageDescription? {
        guard let kind = stage.kind else { return nil }
        if let description = catalogue[kind.text] { return description }
        found.append(
            Diagnostic(
                code: "unknown-kind", message: "there is no stage kind '\(kind.text)'", at: kind.location,
                notes: suggestions(for: kind.text)))
        return nil
    }

    private func suggestions(for kind: String) -> [String] {
        let kinds = catalogue.descriptions.map(\.kind)
        let close = SpellingSuggestion.closest(to: kind, among: kinds).map { ["did you mean '\($0)'?"] } ?? []
        let family = Self.family(of: kind)
        let relatives = kinds.filter { Self.family(of: $0) == family }
        if !relatives.isEmpty { return close + ["kinds of '\(family)': \(relatives.joined(separator: ", "))"] }
        let families = Set(kinds.map(Self.family)).sorted()
        return close + ["families: \(families.joined(separator: ", ")); 'sluice stages' lists all kinds"]
    }

    private static func family(of kind: String) -> String { String(kind.prefix { $0 != "." }) }

    private func make(
        _ stage: StageDefinition, _ description: StageDescription, _ found: inout [Diagnostic]
    ) -> AnyStage? {
        var problems: [Diagnostic] = []
        let made = description.make(stage.options.filter { !$0.value.isNull }, &problems)
        let given = Set(stage.options.map(\.key))
        for var problem in problems {
            // An option without a value has already been reported at its location.
            if let missing = problem.missingOption, given.contains(missing) { continue }
            if problem.location == nil {
                problem.location = stage.kind?.location
                if stage.kind?.location == nil { problem.message = "stage '\(stage.name.text)': \(problem.message)" }
            }
            found.append(problem)
        }
        return made
    }
}

extension [Diagnostic] {
    fileprivate var hasErrors: Bool { contains { $0.severity == .error } }
}
