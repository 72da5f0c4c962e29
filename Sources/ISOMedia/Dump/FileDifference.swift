package import Media

/// The differences between two movie files or segments: boxes, fields of boxes, and samples.
package struct FileDifference: Sendable, Hashable {
    /// One difference.
    package struct Entry: Sendable, Hashable {
        /// The location, such as `moov/trak[2]/tkhd width` or `track 1 sample 5 size`.
        package var place: String
        /// The value in the first file; nil for none.
        package var first: String?
        /// The value in the second file; nil for none.
        package var second: String?

        package init(place: String, first: String?, second: String?) {
            self.place = place
            self.first = first
            self.second = second
        }
    }

    /// The maximum number of entries; further differences are counted.
    package static let listedEntries = 1000

    /// The differences in file order: boxes, then samples.
    package private(set) var entries: [Entry] = []
    /// The number of differences beyond the limit.
    package private(set) var omitted = 0

    package var isEmpty: Bool { entries.isEmpty }

    /// Compares two files by their boxes.
    package init(_ first: BoxTree, _ second: BoxTree) { compare(first.top, second.top, in: "") }

    mutating func add(_ place: String, _ first: String?, _ second: String?) {
        guard entries.count < Self.listedEntries else {
            omitted += 1
            return
        }
        entries.append(Entry(place: place, first: first, second: second))
    }

    private mutating func compare(_ first: BoxTree.Level, _ second: BoxTree.Level, in path: String) {
        var left = Self.numbered(first.boxes)
        let right = Self.numbered(second.boxes)
        var unmatched = Dictionary(uniqueKeysWithValues: left.map { ($0.name, $0.box) })
        for (name, box) in right {
            if let other = unmatched.removeValue(forKey: name) {
                compare(other, box, at: path + name)
            } else {
                add(path + name, nil, "\(box.size) bytes at \(box.offset)")
            }
        }
        left.removeAll { unmatched[$0.name] == nil }
        for (name, box) in left { add(path + name, "\(box.size) bytes at \(box.offset)", nil) }
        for place in first.rest.map(\.type) + second.rest.map(\.type).filter({ !first.rest.map(\.type).contains($0) }) {
            let counts = [first, second].map { level in level.rest.first { $0.type == place }?.count ?? 0 }
            if counts[0] != counts[1] { add("\(path)further \(place)", String(counts[0]), String(counts[1])) }
        }
    }

    private mutating func compare(_ first: BoxTree.Node, _ second: BoxTree.Node, at path: String) {
        let names = first.fields.map(\.name)
        let left = Dictionary(first.fields.map { ($0.name, $0.value) }) { one, _ in one }
        let right = Dictionary(second.fields.map { ($0.name, $0.value) }) { one, _ in one }
        var hasDifference = false
        for name in names + second.fields.map(\.name).filter({ left[$0] == nil }) where left[name] != right[name] {
            hasDifference = true
            add("\(path) \(name)", left[name]?.description, right[name]?.description)
        }
        let isLeaf = first.content.boxes.isEmpty && second.content.boxes.isEmpty
        if first.size != second.size, isLeaf, !hasDifference { add("\(path) size", "\(first.size)", "\(second.size)") }
        if first.isCutOff != second.isCutOff {
            add("\(path) present", "\(first.presentSize) of \(first.size)", "\(second.presentSize) of \(second.size)")
        }
        compare(first.content, second.content, in: path + "/")
    }

    /// Returns boxes with their type as displayed and, for repeated types, a number from the second one on.
    private static func numbered(_ boxes: [BoxTree.Node]) -> [(name: String, box: BoxTree.Node)] {
        var counts: [String: Int] = [:]
        return boxes.map { box in
            let type = box.type.description
            let number = counts[type, default: 0] + 1
            counts[type] = number
            return (number == 1 ? type : "\(type)[\(number)]", box)
        }
    }
}

extension FileDifference {
    /// Appends differences of samples: times, sizes, flags and, for equal sizes, bytes.
    ///
    /// Tracks are matched by their IDs.
    package mutating func addSamples(
        _ first: SampleListing, of firstBytes: ByteSlice, _ second: SampleListing, of secondBytes: ByteSlice
    ) {
        var (left, right) = (first, second)
        let ids = left.tracks.map(\.id) + right.tracks.map(\.id).filter { id in !left.tracks.contains { $0.id == id } }
        for id in ids {
            (left, right) = (first.filtered(toTrack: id), second.filtered(toTrack: id))
            var (counts, isOver) = ((0, 0), false)
            while !isOver {
                let (one, two) = (left.next(), right.next())
                if one != nil { counts.0 += 1 }
                if two != nil { counts.1 += 1 }
                if let one, let two { compare(one, firstBytes, two, secondBytes) }
                isOver = one == nil && two == nil
            }
            if counts.0 != counts.1 { add("track \(id) samples", String(counts.0), String(counts.1)) }
        }
    }

    private mutating func compare(
        _ first: SampleListing.Entry, _ firstBytes: ByteSlice, _ second: SampleListing.Entry, _ secondBytes: ByteSlice
    ) {
        let place = "track \(first.trackID) sample \(first.number)"
        let (one, two) = (first.sample, second.sample)
        if one.decodeTicks != two.decodeTicks { add("\(place) dts", "\(one.decodeTicks)", "\(two.decodeTicks)") }
        if first.presentationTicks != second.presentationTicks {
            add("\(place) pts", "\(first.presentationTicks)", "\(second.presentationTicks)")
        }
        if one.duration != two.duration { add("\(place) duration", "\(one.duration)", "\(two.duration)") }
        if one.flags != two.flags {
            add("\(place) flags", DumpedText.hex(one.flags.rawValue), DumpedText.hex(two.flags.rawValue))
        }
        if first.units != second.units {
            add("\(place) units", first.units.joined(separator: " "), second.units.joined(separator: " "))
        }
        guard one.size == two.size else { return add("\(place) size", "\(one.size)", "\(two.size)") }
        let left = firstBytes.slice(one.fileOffset..<one.fileOffset + one.size)
        let right = secondBytes.slice(two.fileOffset..<two.fileOffset + two.size)
        if left != right {
            let difference = zip(left.bytes, right.bytes).enumerated().first { $0.element.0 != $0.element.1 }
            let (index, pair) = (difference?.offset ?? 0, difference?.element ?? (0, 0))
            let values = (DumpedText.hex(UInt32(pair.0)), DumpedText.hex(UInt32(pair.1)))
            add("\(place) byte \(index)", values.0, values.1)
        }
    }
}
