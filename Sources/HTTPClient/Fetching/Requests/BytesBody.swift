/// A request body in memory.
package final class BytesBody: FetchBody {
    private let bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var size: Int? { bytes.count }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
        let rest = bytes.dropFirst(offset).prefix(buffer.count)
        buffer.copyBytes(from: rest)
        return rest.count
    }
}
