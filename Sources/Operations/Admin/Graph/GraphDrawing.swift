import PipelineRuntime
import Sluice
import StageKit

/// The stages of a pipeline and their links as SVG, with the counters of the status.
///
/// Stages are drawn in columns from left to right: each one to the right of all stages that feed it.
struct GraphDrawing {
    private struct Box {
        var column = 0
        var row = 0
        var x: Int { GraphDrawing.margin + column * (GraphDrawing.boxWidth + GraphDrawing.columnGap) }
        var y: Int { GraphDrawing.margin + row * (GraphDrawing.boxHeight + GraphDrawing.rowGap) }
    }

    private static let (boxWidth, boxHeight) = (180, 72)
    private static let (columnGap, rowGap, margin) = (70, 24, 16)
    /// The maximum length of a line in a box, in characters.
    private static let maxLine = 26

    private let graph: PipelineGraph
    private let figures: [String: RunStatus.StageStatus]
    private let boxes: [String: Box]

    init(_ graph: PipelineGraph, status: RunStatus) {
        self.graph = graph
        figures = Dictionary(status.stages.map { ($0.name, $0) }) { first, _ in first }
        boxes = Self.layout(graph)
    }

    /// Returns the place of each stage. Stages are in the order of flow, so that inputs precede their consumers.
    private static func layout(_ graph: PipelineGraph) -> [String: Box] {
        var boxes: [String: Box] = [:]
        var used: [Int: Set<Int>] = [:]
        for stage in graph.stages {
            let inputs = stage.inputs.compactMap { boxes[$0] }
            var box = Box(column: (inputs.map(\.column).max() ?? -1) + 1, row: inputs.map(\.row).min() ?? 0)
            while used[box.column, default: []].contains(box.row) { box.row += 1 }
            used[box.column, default: []].insert(box.row)
            boxes[stage.name] = box
        }
        return boxes
    }

    /// The drawing.
    var svg: String {
        let width = (boxes.values.map(\.x).max() ?? 0) + Self.boxWidth + Self.margin
        let height = (boxes.values.map(\.y).max() ?? 0) + Self.boxHeight + Self.margin
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="system-ui,sans-serif" font-size="12">
            <style>\(Self.style)</style>
            <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
            orient="auto"><path d="M0 0L8 4L0 8z" class="head"/></marker></defs>

            """
        return head + (graph.links.map(line) + graph.stages.map(shape)).joined(separator: "\n") + "\n</svg>\n"
    }

    private func shape(_ stage: PlannedStage) -> String {
        guard let box = boxes[stage.name] else { return "" }
        let lines = [(stage.name, "name"), (stage.description.kind, "kind"), (counters(stage.name), "count")]
        let texts = lines.enumerated().map { index, line in
            "<text x=\"\(box.x + 10)\" y=\"\(box.y + 20 + index * 19)\" class=\"\(line.1)\">"
                + "\(Self.shortened(line.0).escapedMarkup())</text>"
        }
        return "<g class=\"\(stage.description.role.rawValue)\"><title>\(stage.name.escapedMarkup())</title>"
            + "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(Self.boxWidth)\" height=\"\(Self.boxHeight)\" rx=\"8\"/>"
            + texts.joined() + "</g>"
    }

    private func counters(_ name: String) -> String {
        guard let stage = figures[name] else { return "" }
        let dropped = stage.dropped > 0 ? ", dropped \(stage.dropped)" : ""
        return "in \(stage.received), out \(stage.sent)\(dropped)"
    }

    private func line(_ link: PlannedLink) -> String {
        guard let from = boxes[link.from], let to = boxes[link.to] else { return "" }
        let start = (x: from.x + Self.boxWidth, y: from.y + Self.boxHeight / 2)
        let end = (x: to.x, y: to.y + Self.boxHeight / 2)
        let bend = max(30, (end.x - start.x) / 2)
        return "<path d=\"M\(start.x) \(start.y)C\(start.x + bend) \(start.y) \(end.x - bend) \(end.y) "
            + "\(end.x) \(end.y)\" class=\"link\(link.isQueue ? "" : " direct")\" marker-end=\"url(#arrow)\">"
            + "<title>\(link.payload.escapedMarkup())</title></path>"
    }

    private static func shortened(_ line: String) -> String {
        line.count > maxLine ? line.prefix(maxLine - 1) + "…" : line
    }

    private static let style =
        "rect{stroke:#888;stroke-width:1}text{fill:#222}.name{font-weight:600}.kind,.count{fill:#555}"
        + ".source rect{fill:#e3f1e5}.transform rect{fill:#e9effb}.processor rect{fill:#fbf1dd}.sink rect{fill:#f3e6f5}"
        + ".link{fill:none;stroke:#666;stroke-width:1.5}.direct{stroke-dasharray:4 3}.head{fill:#666}"
        + "@media (prefers-color-scheme:dark){rect{stroke:#777}text{fill:#eee}.kind,.count{fill:#bbb}"
        + ".source rect{fill:#1f3a24}.transform rect{fill:#202c45}.processor rect{fill:#43361a}"
        + ".sink rect{fill:#3a2240}.link{stroke:#999}.head{fill:#999}}"
}
