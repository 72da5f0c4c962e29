import Media

/// A PlayReady object: little-endian records, one of them an XML document in UTF-16 (`WRMHEADER`).
package struct PlayReadyObject: Sendable, Hashable {
    /// The document.
    package let document: String

    /// The maximum size of an object in bytes.
    package static let maximumSize = 1 << 16

    package init(document: String) { self.document = document }

    /// Reads an object. Throws if sizes do not match, or without a document.
    package init(reading object: [UInt8]) throws(SystemDataError) {
        func number(_ offset: Int, _ count: Int) -> Int {
            object[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard object.count >= 6, object.count <= Self.maximumSize, number(0, 4) == object.count else {
            throw SystemDataError("the size in the object is not that of its \(object.count) bytes")
        }
        var (offset, document): (Int, String?) = (6, nil)
        for _ in 0..<number(4, 2) {
            guard object.count - offset >= 4, object.count - offset - 4 >= number(offset + 2, 2) else {
                throw SystemDataError("a record exceeds the object")
            }
            let (type, size) = (number(offset, 2), number(offset + 2, 2))
            offset += 4
            if type == 1, document == nil {
                guard size.isMultiple(of: 2) else { throw SystemDataError("the header is not UTF-16 text") }
                document = String(utf16: object[offset..<offset + size], isBigEndian: false)
            }
            offset += size
        }
        guard offset == object.count else { throw SystemDataError("bytes follow the records of the object") }
        guard let document else { throw SystemDataError("the object contains no header") }
        self.document = document
    }

    /// The object with its document only.
    package var bytes: [UInt8] {
        let text = document.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return bytes(text.count + 10, 4) + bytes(1, 2) + bytes(1, 2) + bytes(text.count, 2) + text
    }

    /// Returns 16 bytes with the first three fields of a GUID reversed, which are little-endian in documents.
    package static func swapped(_ id: [UInt8]) -> [UInt8] {
        [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map { id[$0] }
    }
}
