package import Media

/// Formats the box tree of a file as text: one line per box, with its offset, size and main fields.
package struct BoxDump: Sendable {
    private let limits: BoxTree.Limits

    /// A formatter with limits; the default limits are suitable for display.
    package init(limits: BoxTree.Limits = BoxTree.Limits()) { self.limits = limits }

    /// A formatter with limits of the boxes per container and of the depth.
    package init(listedChildren: Int = 64, listedDepth: Int = 12) {
        var limits = BoxTree.Limits()
        limits.children = max(1, listedChildren)
        limits.depth = max(1, listedDepth)
        self.init(limits: limits)
    }

    /// Returns the tree of `bytes`, which may be any file. Bytes that are not boxes are marked.
    package func text(of bytes: ByteSlice) -> String {
        var lines: [String] = []
        append(BoxTree(bytes, limits: limits).top, depth: 0, to: &lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func append(_ level: BoxTree.Level, depth: Int, to lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth)
        for box in level.boxes {
            lines.append(indent + line(for: box))
            append(box.content, depth: depth + 1, to: &lines)
        }
        if !level.rest.isEmpty { lines.append(indent + folded(level.rest)) }
        for box in level.cutOff { lines.append(indent + line(for: box)) }
        if let stray = level.stray {
            lines.append("\(indent)(no box at offset \(stray.lowerBound), \(stray.count) bytes left)")
        }
    }

    private func line(for box: BoxTree.Node) -> String {
        var line = "\(box.type) @\(box.offset) \(box.size)"
        if box.isCutOff { line += " (cut off: \(box.presentSize) bytes are there)" }
        let fields = box.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return fields.isEmpty ? line : line + "  " + fields
    }

    private func folded(_ counts: [BoxTree.Count]) -> String {
        let parts = counts.prefix(8).map { "\($0.count) \($0.type)" }
        let more = counts.count > 8 ? ", …" : ""
        return "… \(counts.reduce(0) { $0 + $1.count }) more: \(parts.joined(separator: ", "))\(more)"
    }
}
