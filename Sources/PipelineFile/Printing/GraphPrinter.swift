import Media
package import PipelineRuntime
package import StageKit

/// Draws a plan for a terminal.
package struct GraphPrinter: Sendable {
    private let plan: PipelinePlan
    private let readers: [String: [PlannedLink]]

    /// A drawing of this plan; throws where stages do not fit each other.
    package init(_ plan: PipelinePlan) throws(Diagnostic) {
        self.plan = plan
        readers = Dictionary(grouping: try plan.links(), by: \.from)
    }

    /// Each source with what reads from it below, indented, payloads on the arrows.
    ///
    /// A stage that was drawn before is only named.
    package var text: String {
        var lines = [plan.about.map { "\(plan.name): \($0)" } ?? plan.name]
        var drawn: Set<String> = []
        for stage in plan.stages where stage.inputs.isEmpty { draw(stage, arrow: "", depth: 1, &lines, &drawn) }
        return lines.map { DisplayText.printable(plan.redactor.redacted($0)) + "\n" }.joined()
    }

    private func draw(
        _ stage: PlannedStage, arrow: String, depth: Int, _ lines: inout [String], _ drawn: inout Set<String>
    ) {
        let indent = String(repeating: "  ", count: depth)
        let isNew = drawn.insert(stage.name).inserted
        let facts = isNew ? stage.facts : ["see above"]
        let words = ["\(stage.name) (\(stage.description.kind))"] + facts
        lines.append(indent + arrow + words.joined(separator: ", "))
        guard isNew else { return }
        for link in readers[stage.name] ?? [] {
            guard let reader = plan.stages.first(where: { $0.name == link.to }) else { continue }
            draw(
                reader, arrow: "\(([link.payload] + link.narrowing).joined(separator: " ")) -> ", depth: depth + 1,
                &lines, &drawn)
        }
    }
}

extension PlannedStage {
    /// Its policies, where they are not the usual ones, and why it is there, where the file does not name it.
    var facts: [String] {
        var facts: [String] = []
        if let reason { facts.append(reason) }
        if let whenFull, whenFull != .wait { facts.append("when-full: \(whenFull.rawValue)") }
        if onError != .fail { facts.append("on-error: \(onError.rawValue)") }
        return facts
    }
}

extension PlannedLink {
    /// What of the payload travels, in brackets: media types and formats; nothing where that is all.
    var narrowing: [String] {
        let types = mediaTypes.count == MediaType.allCases.count ? [] : mediaTypes.map(\.rawValue).sorted()
        let words = types + [formats.pixel, formats.sample].filter { !$0.isEmpty }.map { $0.joined(separator: "|") }
        return words.isEmpty ? [] : ["(\(words.joined(separator: ", ")))"]
    }
}
