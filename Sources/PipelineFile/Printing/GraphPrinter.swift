package import PipelineRuntime
import StageKit

/// Draws a plan.
package struct GraphPrinter: Sendable {
    private let plan: PipelinePlan
    private let readers: [String: [PlannedStage]]

    /// A drawing of this plan.
    package init(_ plan: PipelinePlan) {
        self.plan = plan
        var readers: [String: [PlannedStage]] = [:]
        for stage in plan.stages {
            for input in stage.inputs { readers[input, default: []].append(stage) }
        }
        self.readers = readers
    }

    /// For a terminal: each source with what reads from it below, indented, payloads on the arrows.
    ///
    /// A stage that was drawn before is only named.
    package var text: String {
        var lines = [plan.about.map { "\(plan.name): \($0)" } ?? plan.name]
        var drawn: Set<String> = []
        for stage in plan.stages where stage.inputs.isEmpty { draw(stage, arrow: "", depth: 1, &lines, &drawn) }
        return lines.map { DisplayText.printable($0) + "\n" }.joined()
    }

    private func draw(
        _ stage: PlannedStage, arrow: String, depth: Int, _ lines: inout [String], _ drawn: inout Set<String>
    ) {
        let indent = String(repeating: "  ", count: depth)
        let isNew = drawn.insert(stage.name).inserted
        lines.append("\(indent)\(arrow)\(stage.name) (\(stage.description.kind))\(isNew ? "" : ", see above")")
        guard isNew else { return }
        let payload = stage.description.outputName ?? ""
        for reader in readers[stage.name] ?? [] {
            draw(reader, arrow: "\(payload) -> ", depth: depth + 1, &lines, &drawn)
        }
    }

    /// For Graphviz.
    package var dot: String {
        var lines = ["digraph \(quoted(plan.name)) {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
        for stage in plan.stages {
            lines.append("  \(quoted(stage.name)) [label=\(quoted("\(stage.name)\n\(stage.description.kind)"))];")
        }
        for stage in plan.stages {
            let payload = stage.description.inputName ?? ""
            for input in stage.inputs {
                lines.append("  \(quoted(input)) -> \(quoted(stage.name)) [label=\(quoted(payload))];")
            }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for character in text {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}
