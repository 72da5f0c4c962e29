package import Media

/// One box of a file (ISO/IEC 14496-12 4.2), read in place.
package struct BoxView: Sendable {
    let file: FileBytes
    package let type: FourCC
    /// The offset of the box in the file.
    package let offset: Int
    /// The offset of the content, after size, type and the type of a `uuid` box.
    package let contentOffset: Int
    /// The end of the box in the file, at most the end of the container.
    package let end: Int
    /// The end of the box according to its size.
    package let describedEnd: Int

    package var contentSize: Int { end - contentOffset }
    /// Whether the size of the box exceeds its container.
    package var isCutOff: Bool { describedEnd > end }

    // Fields by their offset in the content; zero outside of the box.
    func u8(_ at: Int) -> UInt8 { load(at) }
    func u16(_ at: Int) -> UInt16 { load(at) }
    func u32(_ at: Int) -> UInt32 { load(at) }
    func fourCC(_ at: Int) -> FourCC { FourCC(rawValue: u32(at)) }
    func load<Value: FixedWidthInteger>(_ at: Int) -> Value {
        at >= 0 && at <= contentSize - MemoryLayout<Value>.size ? file.load(contentOffset + at) : 0
    }

    /// The version of a full box.
    var version: UInt8 { u8(0) }
    /// Returns a copy of the content.
    func content() -> [UInt8] { file.bytes(contentOffset..<end) }
    /// A copy of the complete box.
    var bytes: [UInt8] { file.bytes(offset..<end) }

    func damaged(_ why: String) -> MovieFileError { .damaged(box: type, offset: offset, why: why) }

    /// Throws if the content is shorter than `size` bytes.
    func require(_ size: Int) throws(MovieFileError) {
        guard contentSize >= size else { throw damaged("it has \(contentSize) bytes; at least \(size) are required") }
    }

    /// Returns the boxes inside, from an offset in the content on.
    func boxes(from start: Int = 0) -> BoxWalk { BoxWalk(file, contentOffset + min(start, contentSize)..<end) }

    /// Returns all boxes inside. Throws if one of them is damaged.
    package func children(from start: Int = 0) throws(MovieFileError) -> [BoxView] {
        var walk = boxes(from: start)
        var children: [BoxView] = []
        while let child = walk.next() {
            guard !child.isCutOff else { throw child.damaged("it extends past the end of \(type)") }
            guard children.count < MovieLimits.childBoxes else {
                throw .tooLarge(what: "boxes in \(type)", limit: MovieLimits.childBoxes)
            }
            children.append(child)
        }
        if let offset = walk.damagedOffset {
            throw .damaged(box: type, offset: offset, why: "a box inside has no valid size")
        }
        return children
    }

    /// Returns the first box of a type inside. Damaged boxes end the search.
    func first(_ type: FourCC, from start: Int = 0) -> BoxView? {
        var walk = boxes(from: start)
        while let child = walk.next(), !child.isCutOff {
            if child.type == type { return child }
        }
        return nil
    }
}

extension [BoxView] {
    /// The first box of a type.
    subscript(type: FourCC) -> BoxView? { first { $0.type == type } }
}
