import Media
package import PipelineRuntime
package import StageKit

/// Draws a plan in the DOT language of Graphviz: stages with their options, links with formats and limits.
package struct DOTGraph: Sendable {
    private let plan: PipelinePlan
    private let links: [PlannedLink]
    private let limits: LinkLimits

    /// Maximum number of options per stage, and maximum length of a line in characters.
    private static let maximumOptions = 8
    private static let maximumLineLength = 44

    /// Creates a drawing of a plan run with these limits. Throws when the payload types of connected stages differ.
    package init(_ plan: PipelinePlan, limits: LinkLimits = LinkLimits()) throws(Diagnostic) {
        self.plan = plan
        self.limits = limits
        links = try plan.links()
    }

    /// The drawing in the DOT language.
    package var dot: String {
        var lines = [
            "digraph \(quoted(plan.name)) {",
            "  rankdir=LR;",
            "  graph [fontname=\"sans-serif\", fontsize=10, labelloc=b, label=\(quoted(legend))];",
            "  node [fontname=\"sans-serif\", fontsize=11, shape=box, style=\"rounded,filled\"];",
            "  edge [fontname=\"sans-serif\", fontsize=9];",
        ]
        lines += plan.stages.map(node) + links.map(edge)
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func node(_ stage: PlannedStage) -> String {
        let style = stage.reason == nil ? "rounded,filled" : "rounded,filled,dashed"
        let names = [stage.name, stage.description.kind].map { Self.short(plan.redactor.redacted($0)) }
        let label = names + options(stage).map(Self.short) + stage.facts.flatMap(Self.wrapped)
        return "  \(quoted(stage.name)) [label=\(quoted(label.joined(separator: "\n"))), style=\"\(style)\", "
            + "fillcolor=\"\(Self.colour(stage.description.role))\"];"
    }

    private func options(_ stage: PlannedStage) -> [String] {
        // The options of an inserted conversion repeat its reason.
        guard stage.reason == nil else { return [] }
        // Policies are part of the facts and the link labels.
        let lines = stage.options.filter { $0.key != "when-full" }.map { entry in
            let shown = entry.masked(stage.description.options.first { $0.key == entry.key })
            return plan.redactor.redacted("\(shown.key): \(shown.value.text)")
        }
        return lines.count > Self.maximumOptions ? lines.prefix(Self.maximumOptions - 1) + ["…"] : lines
    }

    private func edge(_ link: PlannedLink) -> String {
        var label = [link.payload] + link.narrowing
        if link.isMerged { label.append("merged by time") }
        if link.isQueue { label.append("when full: \(link.whenFull.rawValue)") }
        let style = link.isQueue ? "solid" : "dotted"
        return "  \(quoted(link.from)) -> \(quoted(link.to)) "
            + "[label=\(quoted(label.joined(separator: "\n"))), style=\(style)];"
    }

    private var legend: String {
        let seconds = limits.duration.seconds
        let lead = Int(limits.lead.duration.seconds)
        let title = plan.about.map { "\(plan.name): \($0)" } ?? plan.name
        return [
            title,
            "solid: a queue of \(limits.messages) messages, \(limits.bytes >> 20) MiB or \(Int(seconds)) s, "
                + "whichever comes first; dotted: no queue, the stage runs in the task above it",
            "inputs of one source that are merged by time: \(limits.lead.messages) messages, "
                + "\(limits.lead.bytes >> 20) MiB or \(lead / 3600) h ahead of each other; "
                + "a failing stage ends the run unless on-error is set or it is a sink of a live run",
        ].joined(separator: "\n")
    }

    private static func colour(_ role: StageDescription.Role) -> String {
        switch role {
        case .source: "#e3f1e5"
        case .transform: "#e9effb"
        case .processor: "#fbf1dd"
        case .sink: "#f3e6f5"
        }
    }

    private static func short(_ line: String) -> String {
        line.count > maximumLineLength ? line.prefix(maximumLineLength - 1) + "…" : line
    }

    private static func wrapped(_ text: String) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.count + word.count < maximumLineLength {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if result.count > 1 { result += "\\n" }
            for character in DisplayText.printable(plan.redactor.redacted(String(line))) {
                if character == "\"" || character == "\\" { result.append("\\") }
                result.append(character)
            }
        }
        return result + "\""
    }
}
