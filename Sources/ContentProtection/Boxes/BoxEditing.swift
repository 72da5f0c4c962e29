import ISOMedia
import Media

/// Copies boxes with changes inside.
enum BoxEditing {
    /// Returns a box whose children are replaced by `transform`, which returns their new bytes.
    ///
    /// `fieldSize` is the size of the fields before the children.
    static func replacingChildren(
        of box: [UInt8], fieldSize: Int = 0,
        _ transform: (FourCC, [UInt8]) throws(ProtectionError) -> [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let type = FourCC(rawValue: box.count >= 8 ? box[4..<8].reduce(0) { $0 << 8 | UInt32($1) } : 0)
        guard box.count >= 8 + fieldSize, box[0..<4] != [0, 0, 0, 1] else {
            throw .box(type, reason: "\(box.count) bytes are too few")
        }
        var writer = ByteWriter(capacity: box.count + 256)
        writer.write(contentsOf: box[..<(8 + fieldSize)])
        for child in try children(of: box, from: 8 + fieldSize) {
            writer.write(contentsOf: try transform(child.type, Array(box[child.range])))
        }
        writer.patch(UInt32(truncatingIfNeeded: writer.count), at: 0)
        return writer.bytes
    }

    /// Returns the ranges of the boxes from an offset to the end. Throws if one of them is damaged.
    static func children(of box: [UInt8], from start: Int) throws(ProtectionError) -> [FragmentLayout.Child] {
        var walk = BoxWalk(FileBytes(ByteSlice(copying: box)), min(start, box.count)..<box.count)
        var children: [FragmentLayout.Child] = []
        while let child = walk.next() {
            guard !child.isCutOff else { throw .box(child.type, reason: "it exceeds its container") }
            guard children.count < 4096 else { throw .box(child.type, reason: "more than 4096 boxes in one container") }
            children.append(.init(type: child.type, range: child.offset..<child.end))
        }
        guard walk.damagedOffset == nil else { throw .box("free", reason: "a box has no valid size") }
        return children
    }

    /// Returns a box with more bytes at its end.
    static func appending(_ bytes: [UInt8], to box: [UInt8]) -> [UInt8] {
        var result = box + bytes
        let size = UInt32(truncatingIfNeeded: result.count)
        for index in 0..<4 { result[index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32(index))) }
        return result
    }
}
