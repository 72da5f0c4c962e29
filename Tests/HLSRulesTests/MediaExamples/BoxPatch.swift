import Media

/// Modifications of box bytes, which adapt the sizes of the enclosing boxes.
enum BoxPatch {
    struct BoxNotFound: Error { var path: [String] }

    /// Returns the ranges of the boxes in a path, the outermost first; `trak[2]` is the second box of its type.
    static func find(_ path: [String], in bytes: [UInt8]) throws -> [Range<Int>] {
        var (range, found): (Range<Int>, [Range<Int>]) = (0..<bytes.count, [])
        for name in path {
            guard let box = box(name, in: bytes, range) else { throw BoxNotFound(path: path) }
            found.append(box)
            range = box.lowerBound + contentOffset(name)..<box.upperBound
        }
        return found
    }

    private static func box(_ name: String, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        let (type, number) = (name.prefix(4), Int(name.dropFirst(5).dropLast()) ?? 1)
        var (offset, count) = (range.lowerBound, 0)
        while offset + 8 <= range.upperBound {
            let size = Int(word(bytes, offset))
            guard size >= 8, offset + size <= range.upperBound else { return nil }
            if String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) == type {
                count += 1
                if count == number { return offset..<offset + size }
            }
            offset += size
        }
        return nil
    }

    private static func contentOffset(_ name: String) -> Int {
        switch name.prefix(4) {
        case "stsd": 16
        case "avc1", "hvc1", "encv": 86
        case "mp4a", "enca": 36
        default: 8
        }
    }

    static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Appends a box to the content of another one.
    static func insert(_ box: [UInt8], in path: [String], of bytes: inout [UInt8]) throws {
        let parents = try find(path, in: bytes)
        bytes.insert(contentsOf: box, at: parents[parents.count - 1].upperBound)
        for parent in parents { grow(parent.lowerBound, by: box.count, &bytes) }
    }

    /// Replaces a box.
    static func replace(_ path: [String], with box: [UInt8], in bytes: inout [UInt8]) throws {
        let parents = try find(path, in: bytes)
        let old = parents[parents.count - 1]
        bytes.replaceSubrange(old, with: box)
        for parent in parents.dropLast() { grow(parent.lowerBound, by: box.count - old.count, &bytes) }
    }

    /// Changes the type of a box.
    static func rename(_ path: [String], to type: String, in bytes: inout [UInt8]) throws {
        let place = try find(path, in: bytes).last?.lowerBound ?? 0
        bytes.replaceSubrange(place + 4..<place + 8, with: Array(type.utf8))
    }

    /// Overwrites bytes at an offset from the start of a box.
    static func write(_ new: [UInt8], at offset: Int, of path: [String], in bytes: inout [UInt8]) throws {
        let place = (try find(path, in: bytes).last?.lowerBound ?? 0) + offset
        bytes.replaceSubrange(place..<place + new.count, with: new)
    }

    private static func grow(_ offset: Int, by count: Int, _ bytes: inout [UInt8]) {
        let size = UInt32(Int(word(bytes, offset)) + count)
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index)) }
    }
}
