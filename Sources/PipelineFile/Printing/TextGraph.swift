import Media
package import PipelineRuntime
package import StageKit

/// Draws a plan as indented text.
package struct TextGraph: Sendable {
    private let plan: PipelinePlan
    private let readers: [String: [PlannedLink]]

    /// Creates a printer for a plan. Throws when the payload types of connected stages differ.
    package init(_ plan: PipelinePlan) throws(Diagnostic) {
        self.plan = plan
        readers = Dictionary(grouping: try plan.links(), by: \.from)
    }

    /// The tree of each source and its readers, indented, with the payload types on the arrows.
    ///
    /// A stage that was drawn before is printed without its readers.
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
    /// Policies other than the defaults, and the reason for an inserted stage.
    var facts: [String] {
        var facts: [String] = []
        if let reason { facts.append(reason) }
        if let whenFull, whenFull != .wait { facts.append("when-full: \(whenFull.rawValue)") }
        if onError != .automatic { facts.append("on-error: \(onError.rawValue)") }
        return facts
    }
}

extension PlannedLink {
    /// The media types and formats that the link is restricted to, in parentheses; empty when there is no restriction.
    var narrowing: [String] {
        let types = mediaTypes.count == MediaType.allCases.count ? [] : mediaTypes.map(\.rawValue).sorted()
        let words = types + [formats.pixel, formats.sample].filter { !$0.isEmpty }.map { $0.joined(separator: "|") }
        return words.isEmpty ? [] : ["(\(words.joined(separator: ", ")))"]
    }
}
