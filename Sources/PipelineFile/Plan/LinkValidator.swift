import Media
import StageKit

/// Validates the connections between the stages of a document.
struct LinkValidator {
    private let catalogue: StageCatalogue
    private let stages: [StageDefinition]
    private let removals: [LocatedText]
    private let indices: [String: Int]
    private let cycles: StageCycles
    private(set) var diagnostics: [Diagnostic] = []

    init(document: PipelineDocument, catalogue: StageCatalogue) {
        self.catalogue = catalogue
        stages = document.stages
        removals = document.removals
        indices = Dictionary(
            document.stages.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        cycles = StageCycles(stages, indices)
        if stages.isEmpty, !document.lacksStages {
            report("empty-pipeline", "the pipeline has no stages", document.stagesLocation)
        }
        for index in stages.indices { validate(index) }
        for cycle in cycles.cycles { report(cycle) }
    }

    private mutating func report(_ cycle: StageCycles.Cycle) {
        let names = cycle.stages.map { "'\(stages[$0].name.text)'" }
        let first = cycle.stages[0]
        let wanted = description(first)?.inputName
        let givers = stages.indices.prefix(first).filter { description($0)?.outputName == wanted }
        report(
            "cycle", "stages form a cycle: " + (names + [names[0]]).joined(separator: " reads from "), cycle.location,
            givers.isEmpty
                ? ["a stage reads only from stages above it"]
                : [
                    "let \(names[0]) read from a stage above the cycle: \(Self.listed(givers.map { stages[$0].name.text }))"
                ]
        )
    }

    private func description(_ index: Int) -> StageDescription? {
        stages[index].kind.flatMap { catalogue[$0.text] }
    }

    private mutating func validate(_ index: Int) {
        let stage = stages[index]
        if let description = description(index) { validatePresence(stage, description) }
        var seen: Set<String> = []
        for input in stage.inputs {
            guard seen.insert(input.text).inserted else {
                report("duplicate-input", "'\(input.text)' is listed twice", input.location)
                continue
            }
            validate(input, of: index)
        }
    }

    private mutating func validatePresence(_ stage: StageDefinition, _ description: StageDescription) {
        if description.role == .source {
            guard !stage.inputs.isEmpty else { return }
            report(
                "unexpected-from", "'\(stage.name.text)' (\(description.kind)) is a source and cannot have 'from'",
                stage.fromLocation ?? stage.name.location)
        } else if stage.inputs.isEmpty, !stage.hasBrokenInputs {
            report(
                "missing-from",
                "'\(stage.name.text)' (\(description.kind)) has no 'from'",
                stage.fromLocation ?? stage.name.location, [missingFromNote(stage, description)])
        }
    }

    private func missingFromNote(_ stage: StageDefinition, _ description: StageDescription) -> String {
        let wanted = description.inputName ?? ""
        let givers = stages.indices.prefix(indices[stage.name.text] ?? 0)
            .filter { self.description($0)?.outputName == wanted }
            .map { stages[$0].name.text }
        return givers.isEmpty
            ? "it accepts \(wanted)s, which no stage above emits"
            : "it accepts \(wanted)s; stages above that emit them: \(Self.listed(givers))"
    }

    private mutating func validate(_ input: LocatedText, of index: Int) {
        let stage = stages[index]
        guard let giver = indices[input.text] else {
            report(
                "unknown-stage", "there is no stage '\(input.text)'", input.location, notes(forUnknown: input, index))
            return
        }
        if cycles.contains(index, giver) { return }
        guard giver < index else {
            let isSelf = giver == index
            report(
                "forward-reference",
                isSelf
                    ? "'\(stage.name.text)' reads from itself"
                    : "'\(stage.name.text)' reads from '\(input.text)', which is declared below it", input.location,
                isSelf
                    ? ["a stage reads only from stages above it"]
                    : ["move '\(input.text)' above '\(stage.name.text)': a stage reads only from stages above it"])
            return
        }
        if let upper = description(giver), let lower = description(index), lower.role != .source {
            validatePayload(from: (stages[giver], upper), to: (stage, lower), input.location)
        }
    }

    private func notes(forUnknown input: LocatedText, _ index: Int) -> [String] {
        if let removal = removals.first(where: { $0.text == input.text }) {
            let place = removal.location.map { " in \($0.file):\($0.line)" } ?? ""
            return ["it is removed\(place)"]
        }
        let above = stages[..<index].map(\.name.text)
        if let close = SpellingSuggestion.closest(to: input.text, among: above) { return ["did you mean '\(close)'?"] }
        return above.isEmpty ? [] : ["stages above: \(Self.listed(above))"]
    }

    private static func listed(_ names: [String]) -> String {
        let shown = names.suffix(12).joined(separator: ", ")
        return names.count > 12 ? "…, \(shown)" : shown
    }

    private mutating func validatePayload(
        from upper: (stage: StageDefinition, description: StageDescription),
        to lower: (stage: StageDefinition, description: StageDescription), _ location: SourceLocation?
    ) {
        guard let wanted = lower.description.inputName else { return }
        let name = "'\(lower.stage.name.text)' (\(lower.description.kind))"
        let from = "'\(upper.stage.name.text)' (\(upper.description.kind))"
        guard let given = upper.description.outputName else {
            report("payload-mismatch", "\(name) accepts \(wanted)s, but \(from) is a sink without output", location)
            return
        }
        guard given != wanted else { return }
        report(
            "payload-mismatch", "\(name) accepts \(wanted)s, but \(from) emits \(given)s", location,
            [
                converter(from: upper.stage, to: wanted, above: lower.stage)
                    .map { "read from '\($0)', which emits \(wanted)s of '\(upper.stage.name.text)'" }
                    ?? ConversionPath(catalogue).note(from: given, to: wanted)
            ])
    }

    /// The stage above `consumer` that reads from `source` and emits the wanted payload; nil if there is none.
    private func converter(
        from source: StageDefinition, to wanted: String, above consumer: StageDefinition
    ) -> String? {
        stages.indices.prefix(indices[consumer.name.text] ?? 0).first { index in
            description(index)?.outputName == wanted && stages[index].inputs.contains { $0.text == source.name.text }
        }.map { stages[$0].name.text }
    }

    /// The errors of stages that no stage reads; none beside invalid connections, since a stage that another one should
    /// read from is no error of its own. `unreached` are the stages that accept no track of their inputs.
    func unusedStages(beside unreached: Set<String>) -> [Diagnostic] {
        guard diagnostics.isEmpty, let awaited = payloadsOfBrokenInputs(unreached) else { return [] }
        let read = Set(stages.flatMap { $0.inputs.map(\.text) })
        return stages.enumerated().compactMap { index, stage in
            guard !read.contains(stage.name.text), let description = description(index),
                let output = description.outputName, !awaited.contains(output)
            else { return nil }
            return Diagnostic(
                code: "unused-stage",
                message: "no stage reads the \(output)s of '\(stage.name.text)' (\(description.kind))",
                at: stage.name.location, notes: ["add it to the 'from' of a stage below, or remove it"])
        }
    }

    /// The payloads that stages with a missing or invalid `from`, and unreached stages, accept. A stage that emits one of
    /// them may be the intended input, so it is not reported as unused.
    ///
    /// Nil when the kind of such a stage is unknown, since it may accept anything.
    private func payloadsOfBrokenInputs(_ unreached: Set<String>) -> Set<String>? {
        var payloads: Set<String> = []
        for (index, stage) in stages.enumerated() {
            let isBroken =
                stage.hasBrokenInputs || unreached.contains(stage.name.text)
                || stage.inputs.contains { indices[$0.text] == nil }
            guard isBroken || stage.inputs.isEmpty else { continue }
            guard let description = description(index) else { return nil }
            if let wanted = description.inputName { payloads.insert(wanted) }
        }
        return payloads
    }

    private mutating func report(
        _ code: String, _ message: String, _ location: SourceLocation?, _ notes: [String] = []
    ) {
        diagnostics.append(Diagnostic(code: code, message: message, at: location, notes: notes))
    }
}
