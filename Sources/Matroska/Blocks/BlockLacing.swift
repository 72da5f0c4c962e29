import Media

/// The storage of the sizes of several frames in a block (RFC 9559 10.3).
enum BlockLacing: UInt8 {
    case none
    case xiph
    case fixed
    case ebml

    /// Returns the frames in the content of a block, which has at most 256; nil if their sizes are inconsistent.
    func frames(in content: ByteSlice) -> [ByteSlice]? {
        guard self != .none else { return [content] }
        let file = EBMLBytes(content)
        guard let last = file.unsigned(0..<1), content.count > 0 else { return nil }
        var (sizes, offset): ([Int], Int) = ([], 1)
        let count = Int(last) + 1
        switch self {
        case .none: break
        case .xiph: guard Self.readXiph(count - 1, file, &offset, &sizes) else { return nil }
        case .ebml: guard Self.readEBML(count - 1, file, &offset, &sizes) else { return nil }
        case .fixed:
            guard (content.count - 1).isMultiple(of: count) else { return nil }
            sizes = Array(repeating: (content.count - 1) / count, count: count - 1)
        }
        return Self.slices(content, from: offset, sizes)
    }

    /// The last frame has the rest of the content.
    private static func slices(_ content: ByteSlice, from start: Int, _ sizes: [Int]) -> [ByteSlice]? {
        var (offset, frames) = (start, [ByteSlice]())
        for size in sizes {
            guard size <= content.count - offset else { return nil }
            frames.append(content.slice(offset..<offset + size))
            offset += size
        }
        return frames + [content.slice(offset..<content.count)]
    }

    /// Each size is the sum of bytes up to the first one below 255.
    private static func readXiph(_ count: Int, _ file: EBMLBytes, _ offset: inout Int, _ sizes: inout [Int]) -> Bool {
        for _ in 0..<count {
            var size = 0
            while true {
                guard let byte = file.unsigned(offset..<offset + 1) else { return false }
                offset += 1
                size += Int(byte)
                if byte < 255 { break }
            }
            sizes.append(size)
        }
        return true
    }

    /// The first size is a number of variable length; the others are signed differences to the one before.
    private static func readEBML(_ count: Int, _ file: EBMLBytes, _ offset: inout Int, _ sizes: inout [Int]) -> Bool {
        for _ in 0..<count {
            guard let number = file.number(at: offset, end: file.count) else { return false }
            offset += number.length
            // Differences are stored with an offset that centres their range.
            let bias = sizes.isEmpty ? 0 : (Int64(1) << (7 * Int64(number.length) - 1)) - 1
            let size = Int64(sizes.last ?? 0) + Int64(number.value) - bias
            guard (0...Int64(file.count)).contains(size) else { return false }
            sizes.append(Int(size))
        }
        return true
    }
}
