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

    /// Writes an `ftyp` or `styp` box.
    mutating func writeBrands(_ type: FourCC, _ brands: FileBrands) {
        box(type) { writer in
            writer.write(brands.major)
            writer.write(brands.minorVersion)
            for brand in brands.compatible { writer.write(brand) }
        }
    }
}
