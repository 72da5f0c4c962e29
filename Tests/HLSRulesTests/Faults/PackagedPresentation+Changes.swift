import HLS
import Media

extension PackagedPresentation {
    /// Returns the names of the segments in a folder, in order.
    func segments(_ folder: String, _ suffix: String = ".m4s") -> [String] {
        files.keys.filter { $0.hasPrefix("\(folder)/segment") && $0.hasSuffix(suffix) }.sorted()
    }

    /// Adds to the decode times (`tfdt`) of the fragments in a folder, in ticks.
    mutating func shiftFragments(_ folder: String, by ticks: Int64, from first: Int = 0) throws {
        for name in segments(folder).dropFirst(first) {
            try change(name) { bytes in
                for fragment in BoxPatch.all("moof", in: bytes, 0..<bytes.count) {
                    for track in BoxPatch.all("traf", in: bytes, fragment.lowerBound + 8..<fragment.upperBound) {
                        for time in BoxPatch.all("tfdt", in: bytes, track.lowerBound + 8..<track.upperBound) {
                            bytes.add(ticks, at: time.lowerBound + 12)
                        }
                    }
                }
            }
        }
    }

    /// Changes a file, which must exist.
    mutating func change(_ name: String, _ body: (inout [UInt8]) throws -> Void) throws {
        guard var bytes = files[name] else { throw FileNotFound(name: name) }
        try body(&bytes)
        files[name] = bytes
    }

    /// Changes a playlist in all its states.
    mutating func changeText(_ name: String, _ mutation: Mutation) throws {
        guard files[name] != nil else { throw FileNotFound(name: name) }
        self[text: name] = try mutation.apply(self[text: name])
        for index in (states[name] ?? []).indices {
            // Earlier states may not contain the place yet.
            if let changed = try? mutation.apply(states[name]?[index].text ?? "") {
                states[name]?[index].text = changed
            }
        }
    }

    /// Changes the last states of a playlist only.
    mutating func changeLastState(_ name: String, count: Int = 1, _ mutation: Mutation) throws {
        guard let all = states[name], all.count > count else { throw FileNotFound(name: name) }
        for index in all.indices.suffix(count) { states[name]?[index].text = try mutation.apply(all[index].text) }
        self[text: name] = states[name]?.last?.text ?? ""
    }
}

extension [UInt8] {
    /// Adds to a 64-bit integer.
    fileprivate mutating func add(_ ticks: Int64, at offset: Int) {
        let old = self[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let new = old &+ UInt64(bitPattern: ticks)
        for index in 0..<8 { self[offset + index] = UInt8(truncatingIfNeeded: new >> UInt64(56 - 8 * index)) }
    }
}

extension BoxPatch {
    /// Returns the boxes of a type in a range of boxes.
    static func all(_ type: String, in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var (found, offset): ([Range<Int>], Int) = ([], range.lowerBound)
        while offset + 8 <= range.upperBound {
            let size = Int(word(bytes, offset))
            guard size >= 8, offset + size <= range.upperBound else { break }
            if String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) == type {
                found.append(offset..<offset + size)
            }
            offset += size
        }
        return found
    }
}

extension Mutation {
    /// Adds to the dates of a playlist, in milliseconds.
    static func shiftDates(by milliseconds: Int64) -> Mutation {
        lines { line in
            let tag = "#EXT-X-PROGRAM-DATE-TIME:"
            guard line.hasPrefix(tag), let date = DateTime(String(line.dropFirst(tag.count))) else { return line }
            return tag + "\(date + .milliseconds(milliseconds))"
        }
    }

    /// Replaces each line; at least one must change.
    static func lines(_ change: @escaping @Sendable (String) -> String?) -> Mutation {
        Mutation { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let changed = lines.compactMap(change)
            guard changed != lines else { throw TextNotFound(description: "no line changes") }
            return changed.joined(separator: "\n")
        }
    }

    /// Adds to the offset of the last byte range.
    static func lastByteRange(offset: Int) -> Mutation {
        Mutation { text in
            guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("#EXT-X-BYTERANGE") }),
                let number = line.split(separator: "@").last.flatMap({ Int($0) })
            else { throw TextNotFound(description: "there is no byte range") }
            return text.replacing(line, with: line.replacing("@\(number)", with: "@\(number + offset)"))
        }
    }

    /// Removes the segment with this index: its EXTINF, its URI and the lines in between.
    static func removeSegment(_ index: Int) -> Mutation {
        Mutation { text in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let starts = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
            guard let start = starts.dropFirst(index < 0 ? starts.count + index : index).first,
                let end = lines[start...].firstIndex(where: { !$0.hasPrefix("#") })
            else { throw TextNotFound(description: "there is no segment \(index)") }
            lines.removeSubrange(start...end)
            return lines.joined(separator: "\n")
        }
    }
}
