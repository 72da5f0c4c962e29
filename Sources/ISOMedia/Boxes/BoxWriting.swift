package import Media

extension ByteWriter {
    /// Writes a box of `type` whose content is written by `content` (ISO/IEC 14496-12 4.2).
    package mutating func box<Failure: Error>(
        _ type: FourCC, _ content: (inout ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let start = count
        write(UInt32(0))
        write(type)
        try content(&self)
        patch(UInt32(truncatingIfNeeded: count - start), at: start)
    }

    /// Writes a box with version and flags.
    package mutating func fullBox<Failure: Error>(
        _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ content: (inout ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try box(type) { writer throws(Failure) in
            writer.write(version)
            writer.write24(flags)
            try content(&writer)
        }
    }

    /// Writes a box, and the boxes inside it that `children` writes.
    mutating func write<Content: Box, Failure: Error>(
        _ box: Content, _ children: (inout ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try self.box(Content.type) { writer throws(Failure) in
            writer.write(content: box)
            try children(&writer)
        }
    }

    /// Writes a box without children.
    package mutating func write<Content: Box>(_ box: Content) { self.box(Content.type) { $0.write(content: box) } }

    /// Writes the fields of a box.
    mutating func write<Content: BoxContent>(content: Content) {
        write(count: content.size) { buffer in
            var writer = RawWriter(buffer)
            var content = content
            content.layout(&writer)
        }
    }
}
