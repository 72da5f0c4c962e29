package import Media

/// The boxes of a file with their offsets, sizes and fields, within limits.
package struct BoxTree: Sendable, Hashable {
    /// One box.
    package struct Node: Sendable, Hashable {
        package var type: FourCC
        /// The offset of the box in the file, in bytes.
        package var offset: Int
        /// The declared size, including the header.
        package var size: Int
        /// The number of bytes of the box that the file contains.
        package var presentSize: Int
        /// The main fields, with their names in the specification.
        package var fields: [Field]
        package var content = Level()

        package var isCutOff: Bool { presentSize < size }
    }

    /// A field of a box.
    package struct Field: Sendable, Hashable {
        /// A number, or another value as text.
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

    /// The boxes inside one box or at the top level of the file.
    package struct Level: Sendable, Hashable {
        package var boxes: [Node] = []
        /// The number of boxes beyond the limit by type, in the order of their first occurrence.
        package var rest: [Count] = []
        /// The box beyond the limit that is truncated by the end of the file, if there is one.
        package var cutOff: [Node] = []
        /// The bytes after the last box that are not a box.
        package var stray: Range<Int>?
    }

    /// A number of boxes that are counted and not listed.
    package struct Count: Sendable, Hashable {
        package var type: FourCC
        package var count: Int
    }

    /// The limits of the list; boxes beyond them are counted.
    package struct Limits: Sendable, Hashable {
        /// The maximum number of boxes in one container.
        package var children = 64
        package var depth = 12
        /// The maximum number of boxes in total.
        package var boxes = 100_000

        /// Limits suitable for display.
        package init() {}
        /// Limits for programs: all boxes of every ordinary file.
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

/// Reads levels of boxes and counts the listed boxes.
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
        // Four zero bytes terminate lists in QuickTime files.
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
            // More than a thousand types indicate damage.
            places[box.type] = level.rest.count
            level.rest.append(BoxTree.Count(type: box.type, count: 1))
        }
    }
}

extension BoxView {
    /// Returns the offset in the content of the boxes inside; nil for boxes without children.
    func childrenOffset(in parent: BoxView?) -> Int? {
        if FourCC.containers.contains(type) { return 0 }
        if let known = BoxRegistry[type], known.hasListedChildren { return known.init().size }
        // The `meta` box of QuickTime is not a full box: its first child starts immediately.
        if type == .meta { return fourCC(4) == HandlerBox.type ? 0 : 4 }
        guard parent?.type == SampleDescriptionBox.type else { return nil }
        let (plain, versioned) = (AudioSampleEntry.plainSize, AudioSampleEntry.versionedSize)
        let isVersioned = AudioSampleEntry(readingPresentFieldsOf: self).version == 1
        if first("esds", from: plain) != nil || first(.wave, from: versioned) != nil {
            return isVersioned ? versioned : plain
        }
        if BoxFields.videoEntryTypes.contains(type) { return VisualSampleEntry.fieldSize }
        if type == "wvtt" { return 8 }
        return BoxFields.audioEntryTypes.contains(type) ? isVersioned ? versioned : plain : nil
    }
}
