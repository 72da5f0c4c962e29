package import Media

/// The boxes of a file with their places, sizes and fields, as far as the limits go.
package struct BoxTree: Sendable, Hashable {
    /// One box.
    package struct Node: Sendable, Hashable {
        package var type: FourCC
        /// Where it begins, in bytes from the beginning of the file.
        package var offset: Int
        /// What it says that it has, header included.
        package var size: Int
        /// What is there of it.
        package var presentSize: Int
        /// The main fields by the names of the specification.
        package var fields: [Field]
        package var content = Level()

        package var isCutOff: Bool { presentSize < size }
    }

    /// A field of a box.
    package struct Field: Sendable, Hashable {
        /// A number, or anything else as text.
        package enum Value: Sendable, Hashable, CustomStringConvertible {
            case number(Int128)
            case text(String)

            package var description: String {
                switch self {
                case .number(let number): String(number)
                case .text(let text): text
                }
            }
        }
        package var name: String
        package var value: Value
    }

    /// The boxes that one box or the file holds.
    package struct Level: Sendable, Hashable {
        package var boxes: [Node] = []
        /// How many boxes of which type are there beyond the limit, in the order in which the types come.
        package var rest: [Count] = []
        /// The box beyond the limit that the end of the file cuts off, if there is one.
        package var cutOff: [Node] = []
        /// Bytes behind the last box that are none.
        package var stray: Range<Int>?
    }

    /// Boxes that are counted only.
    package struct Count: Sendable, Hashable {
        package var type: FourCC
        package var count: Int
    }

    /// How much is listed; the rest is counted.
    package struct Limits: Sendable, Hashable {
        /// Boxes of one box.
        package var children = 64
        package var depth = 12
        /// Boxes altogether.
        package var boxes = 100_000

        /// The limits that are right for people to read.
        package init() {}
        /// What programs read: all boxes of every ordinary file.
        package static let everything = {
            var limits = Limits()
            (limits.children, limits.boxes) = (1_000_000, 1_000_000)
            return limits
        }()
    }

    package let top: Level

    /// Reads `bytes`, which may be any file.
    package init(_ bytes: ByteSlice, limits: Limits = Limits()) {
        let file = FileBytes(bytes)
        var reader = TreeReader(limits: limits)
        top = reader.level(BoxWalk(file, 0..<file.count), end: file.count, depth: 0, in: nil)
    }
}

extension BoxTree.Field {
    init(_ name: String, _ value: some BinaryInteger) { self.init(name: name, value: .number(Int128(value))) }
    init(_ name: String, _ value: FourCC) { self.init(name: name, value: .text(value.description)) }
    init(_ name: String, _ value: String) { self.init(name: name, value: .text(value)) }
}

/// Reads levels of boxes and counts what was listed.
private struct TreeReader {
    let limits: BoxTree.Limits
    private var listed = 0

    init(limits: BoxTree.Limits) { self.limits = limits }

    mutating func level(_ boxes: BoxWalk, end: Int, depth: Int, in parent: BoxView?) -> BoxTree.Level {
        var walk = boxes
        var level = BoxTree.Level()
        var places: [FourCC: Int] = [:]
        while let box = walk.next() {
            guard level.boxes.count < limits.children, depth < limits.depth, listed < limits.boxes else {
                count(box, in: &level, &places)
                if box.isCutOff { level.cutOff = [node(box, in: parent)] }
                continue
            }
            listed += 1
            var node = node(box, in: parent)
            if let start = box.childrenOffset(in: parent) {
                node.content = self.level(box.boxes(from: start), end: box.end, depth: depth + 1, in: box)
            }
            level.boxes.append(node)
        }
        let left = end - walk.offset
        // Four zero bytes end QuickTime's lists.
        if left > 4 || left > 0 && depth == 0 { level.stray = walk.offset..<end }
        return level
    }

    private func node(_ box: BoxView, in parent: BoxView?) -> BoxTree.Node {
        BoxTree.Node(
            type: box.type, offset: box.offset, size: box.describedEnd - box.offset,
            presentSize: box.end - box.offset, fields: BoxFields.fields(of: box, in: parent))
    }

    private func count(_ box: BoxView, in level: inout BoxTree.Level, _ places: inout [FourCC: Int]) {
        if let place = places[box.type] {
            level.rest[place].count += 1
        } else if level.rest.count < 1000 {
            // Types beyond a thousand are damage, not media.
            places[box.type] = level.rest.count
            level.rest.append(BoxTree.Count(type: box.type, count: 1))
        }
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
        if type == "wvtt" { return 8 }
        return BoxFields.audioEntryTypes.contains(type) ? u16(8) == 1 ? 44 : 28 : nil
    }
}
