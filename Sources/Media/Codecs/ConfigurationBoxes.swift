/// The boxes of a `boxed` codec configuration, found by their type.
package struct ConfigurationBoxes {
    private let bytes: [UInt8]

    /// Boxes one after another, each with a size of 32 bits.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of the first box of a type; nil when there is none.
    package subscript(_ type: FourCC) -> [UInt8]? { all(type, limit: 1).first }

    /// How many whole boxes there are.
    var count: Int {
        var (count, offset) = (0, 0)
        while bytes.count - offset >= 8 {
            let size = number(at: offset)
            guard size >= 8, size <= bytes.count - offset else { break }
            (count, offset) = (count + 1, offset + size)
        }
        return count
    }

    /// The contents of the boxes of a type, in order.
    package func all(_ type: FourCC, limit: Int = .max) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var offset = 0
        while bytes.count - offset >= 8 {
            let size = number(at: offset)
            guard size >= 8, size <= bytes.count - offset else { break }
            if number(at: offset + 4) == Int(type.rawValue) { found.append(Array(bytes[offset + 8..<offset + size])) }
            if found.count == limit { break }
            offset += size
        }
        return found
    }

    /// All boxes, the first one of a type with another content; a box at the end where there is none.
    func replacing(_ type: FourCC, with content: [UInt8]) -> [UInt8] {
        var (result, offset, isReplaced): ([UInt8], Int, Bool) = ([], 0, false)
        while bytes.count - offset >= 8 {
            let size = number(at: offset)
            guard size >= 8, size <= bytes.count - offset else { break }
            if !isReplaced, number(at: offset + 4) == Int(type.rawValue) {
                result += Self.box(type, content)
                isReplaced = true
            } else {
                result += bytes[offset..<offset + size]
            }
            offset += size
        }
        return isReplaced ? result : result + Self.box(type, content)
    }

    private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// One box around its content.
    package static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: content.count + 8)
        writer.write(UInt32(truncatingIfNeeded: content.count + 8))
        writer.write(type)
        writer.write(contentsOf: content)
        return writer.bytes
    }
}

extension CodecConfiguration {
    /// A sample entry with one configuration box.
    package static func boxed(_ sampleEntry: FourCC, _ type: FourCC, _ content: [UInt8]) -> CodecConfiguration {
        .boxed(sampleEntry: sampleEntry, boxes: ConfigurationBoxes.box(type, content))
    }

    /// The same configuration with another content of one of its boxes, which is added where there is none.
    package func replacing(_ type: FourCC, with content: [UInt8]) -> CodecConfiguration {
        guard case .boxed(let code, let boxes) = self else { return self }
        return .boxed(sampleEntry: code, boxes: ConfigurationBoxes(boxes).replacing(type, with: content))
    }

    /// The content of a configuration box that this configuration carries as it came; nil when there is none.
    package func box(_ type: FourCC) -> [UInt8]? {
        guard case .boxed(_, let boxes) = self else { return nil }
        return ConfigurationBoxes(boxes)[type]
    }
}
