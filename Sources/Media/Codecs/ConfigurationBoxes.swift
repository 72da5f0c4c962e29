/// The boxes of a `boxed` codec configuration, with access by type.
package struct ConfigurationBoxes {
    private let bytes: [UInt8]

    /// Consecutive boxes, each with a 32-bit size.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of the first box of a type; nil if there is none.
    package subscript(_ type: FourCC) -> [UInt8]? { all(type, limit: 1).first }

    /// The number of complete boxes.
    var count: Int {
        var (count, offset) = (0, 0)
        while bytes.count - offset >= 8 {
            let size = number(at: offset)
            guard size >= 8, size <= bytes.count - offset else { break }
            (count, offset) = (count + 1, offset + size)
        }
        return count
    }

    /// Returns the contents of the boxes of a type, in order.
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

    /// Returns all boxes with the content of the first box of a type replaced, or with a new box appended.
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

    /// Returns a box with this content.
    package static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: content.count + 8)
        writer.write(UInt32(truncatingIfNeeded: content.count + 8))
        writer.write(type)
        writer.write(contentsOf: content)
        return writer.bytes
    }
}

extension CodecConfiguration {
    /// A configuration with one box in its sample entry.
    package static func boxed(_ sampleEntry: FourCC, _ type: FourCC, _ content: [UInt8]) -> CodecConfiguration {
        .boxed(sampleEntry: sampleEntry, boxes: ConfigurationBoxes.box(type, content))
    }

    /// Returns the configuration with the content of one of its boxes replaced, or with a new box appended.
    package func replacing(_ type: FourCC, with content: [UInt8]) -> CodecConfiguration {
        guard case .boxed(let code, let boxes) = self else { return self }
        return .boxed(sampleEntry: code, boxes: ConfigurationBoxes(boxes).replacing(type, with: content))
    }

    /// The content of a configuration box that is carried unchanged; nil if there is none.
    package func box(_ type: FourCC) -> [UInt8]? {
        guard case .boxed(_, let boxes) = self else { return nil }
        return ConfigurationBoxes(boxes)[type]
    }
}
