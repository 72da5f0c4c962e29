package import Media

/// The tree of boxes of a file as text: a line for each, with its place, its size and its main fields.
package struct BoxDump: Sendable {
    /// How many boxes of one box are listed before the rest is counted.
    package var listedChildren: Int
    /// How deep boxes are listed.
    package var listedDepth: Int

    /// A dump with limits; those of the standard are right for people to read.
    package init(listedChildren: Int = 64, listedDepth: Int = 12) {
        self.listedChildren = max(1, listedChildren)
        self.listedDepth = max(1, listedDepth)
    }

    /// The tree of `bytes`, which may be any file; what is not a box is said to be none.
    package func text(of bytes: ByteSlice) -> String {
        let file = FileBytes(bytes)
        var lines: [String] = []
        append(BoxWalk(file, 0..<file.count), end: file.count, depth: 0, in: nil, to: &lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func append(
        _ boxes: BoxWalk, end: Int, depth: Int, in parent: BoxView?, to lines: inout [String]
    ) {
        var walk = boxes
        let indent = String(repeating: "  ", count: depth)
        var (listed, rest, restOrder): (Int, [FourCC: Int], [FourCC]) = (0, [:], [])
        var cutOff: String?
        while let box = walk.next() {
            guard listed < listedChildren, depth < listedDepth else {
                // Types beyond a thousand are damage, not media.
                if rest[box.type] == nil, rest.count < 1000 { restOrder.append(box.type) }
                if rest.count < 1000 || rest[box.type] != nil { rest[box.type, default: 0] += 1 }
                if box.isCutOff { cutOff = indent + line(for: box, in: parent) }
                continue
            }
            listed += 1
            lines.append(indent + line(for: box, in: parent))
            if let start = box.childrenOffset(in: parent) {
                append(box.boxes(from: start), end: box.end, depth: depth + 1, in: box, to: &lines)
            }
        }
        if !rest.isEmpty { lines.append(indent + folded(rest, restOrder)) }
        if let cutOff { lines.append(cutOff) }
        let left = end - walk.offset
        // Four zero bytes end QuickTime's lists.
        if left > 4 || left > 0 && depth == 0 {
            lines.append("\(indent)(no box at offset \(walk.offset), \(left) bytes left)")
        }
    }

    private func line(for box: BoxView, in parent: BoxView?) -> String {
        var line = "\(box.type) @\(box.offset) \(box.describedEnd - box.offset)"
        if box.isCutOff { line += " (cut off: \(box.end - box.offset) bytes are there)" }
        let fields = BoxFields(box, in: parent).text
        return fields.isEmpty ? line : line + "  " + fields
    }

    private func folded(_ counts: [FourCC: Int], _ order: [FourCC]) -> String {
        let parts = order.prefix(8).map { "\(counts[$0] ?? 0) \($0)" }
        let more = order.count > 8 ? ", …" : ""
        return "… \(counts.values.reduce(0, +)) more: \(parts.joined(separator: ", "))\(more)"
    }
}

extension BoxView {
    private static let containers: Set<FourCC> = [
        "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "mvex", "moof", "traf", "mfra", "udta", "sinf", "schi",
        "wave", "gmhd", "tref", "meco",
    ]

    /// Where the boxes inside begin in the content; nil for boxes that hold none.
    func childrenOffset(in parent: BoxView?) -> Int? {
        if Self.containers.contains(type) { return 0 }
        if type == "stsd" || type == "dref" { return 8 }
        // QuickTime's meta is no full box: its first child begins at once.
        if type == "meta" { return fourCC(4) == "hdlr" ? 0 : 4 }
        guard parent?.type == "stsd" else { return nil }
        if first("esds", from: 28) != nil || first("wave", from: 44) != nil { return u16(8) == 1 ? 44 : 28 }
        if BoxFields.videoEntryTypes.contains(type) { return 78 }
        return BoxFields.audioEntryTypes.contains(type) ? u16(8) == 1 ? 44 : 28 : nil
    }
}
