package import Media

/// A file that contains media, as an alias record of QuickTime.
package struct AliasBox: Box {
    package static let type: FourCC = "alis"

    package var header = FullBoxHeader()
    package var record: [UInt8] = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.bytes(&record, count: nil)
    }
}

extension AliasBox {
    /// An alias record of version 2 for a file relative to the folder of the movie.
    init(relativePath path: String) {
        let parts = path.split(separator: "/").filter { $0 != "." }
        let target = parts.filter { $0 != ".." }
        var writer = ByteWriter()
        // The creator and the size of the record, which is patched below; version 2; a file.
        writer.writeZeros(6)
        writer.write(UInt16(2))
        writer.writeZeros(2)
        writer.writePascalString("", size: 28)
        // No date, the volume signature, no types, no folder.
        writer.writeZeros(4)
        writer.write(UInt16(0x482b))
        writer.writeZeros(6)
        writer.writePascalString(target.last.map(String.init) ?? "", size: 64)
        writer.writeZeros(16)
        // The number of levels up from the movie to the common folder, and down to the media.
        writer.write(UInt16(clamping: parts.count - target.count + 1))
        writer.write(UInt16(clamping: target.count))
        writer.writeZeros(16)
        let absolute = Array(("/" + target.joined(separator: "/")).utf8.prefix(4096))
        writer.write(UInt16(2))
        writer.write(UInt16(absolute.count))
        writer.write(contentsOf: absolute)
        writer.writeZeros(absolute.count % 2)
        writer.write(UInt16.max)
        writer.writeZeros(2)
        writer.patch(UInt16(clamping: writer.count), at: 4)
        record = writer.bytes
    }
}

extension ByteWriter {
    fileprivate mutating func writePascalString(_ text: String, size: Int) {
        let bytes = Array(text.utf8.prefix(size - 1))
        write(UInt8(bytes.count))
        write(contentsOf: bytes)
        writeZeros(size - 1 - bytes.count)
    }
}
