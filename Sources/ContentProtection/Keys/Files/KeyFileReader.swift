import Media

/// Reads a file of keys: `{"keys": [{"kid": …, "key": …, "iv": …, "labels": ["hd"]}]}`, a JSON document (RFC 8259).
///
/// Keys are decoded from the bytes of the document into protected memory, without strings that could not be overwritten.
struct KeyFileReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    /// Reads `bytes`, which must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func keys() throws(ProtectionError) -> [ContentKey] {
        var keys: [ContentKey] = []
        try object { reader, name throws(ProtectionError) in
            guard name == "keys" else { throw reader.failure("unknown name '\(name)'; 'keys' is allowed") }
            try reader.array { reader throws(ProtectionError) in
                guard keys.count < 64 else { throw reader.failure("more than 64 keys") }
                keys.append(try reader.key())
            }
        }
        skipSpace()
        guard offset == bytes.count else { throw failure("text follows the document") }
        return keys
    }

    private mutating func key() throws(ProtectionError) -> ContentKey {
        var (id, vector, labels): (KeyIdentifier?, InitializationVector?, Set<KeyLabel>) = (nil, nil, [])
        var memory: ProtectedMemory?
        try object { reader, name throws(ProtectionError) in
            switch name {
            case "kid":
                id = KeyIdentifier(try reader.text())
                guard id != nil else { throw reader.failure("'kid' requires 32 hexadecimal digits or a UUID") }
            case "key": memory = try reader.secret()
            case "iv":
                vector = InitializationVector(hexadecimal: try reader.text())
                guard vector != nil else { throw reader.failure("'iv' requires 32 hexadecimal digits") }
            case "labels":
                try reader.array { reader throws(ProtectionError) in
                    let text = try reader.text()
                    guard let label = KeyLabel(rawValue: text) else {
                        let all = KeyLabel.allCases.map(\.rawValue).joined(separator: ", ")
                        throw reader.failure("unknown label '\(text)'; \(all) are allowed")
                    }
                    labels.insert(label)
                }
            default: throw reader.failure("unknown name '\(name)'; kid, key, iv and labels are allowed")
            }
        }
        guard let id else { throw failure("a key requires 'kid'") }
        guard let memory else { throw failure("the key \(id) requires 'key'") }
        return try ContentKey(
            id: id, secret: SecretBytes(memory: memory, count: memory.bytes.count), vector: vector, labels: labels)
    }

    // MARK: JSON

    private func failure(_ reason: String) -> ProtectionError { .keyFile("\(reason) (at byte \(offset))") }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    /// Skips a punctuation mark. Returns false if another character follows.
    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func require(_ mark: Unicode.Scalar) throws(ProtectionError) {
        guard skip(mark) else { throw failure("'\(mark)' is expected") }
    }

    private mutating func object(
        _ member: (inout KeyFileReader, String) throws(ProtectionError) -> Void
    ) throws(ProtectionError) {
        var names: Set<String> = []
        try require("{")
        guard !skip("}") else { return }
        repeat {
            let name = try text()
            guard names.insert(name).inserted else { throw failure("'\(name)' occurs twice") }
            try require(":")
            try member(&self, name)
        } while skip(",")
        try require("}")
    }

    private mutating func array(
        _ element: (inout KeyFileReader) throws(ProtectionError) -> Void
    ) throws(ProtectionError) {
        try require("[")
        guard !skip("]") else { return }
        repeat { try element(&self) } while skip(",")
        try require("]")
    }

    /// Returns the range of the characters of a string. Escapes are not needed for hexadecimal digits and names.
    private mutating func string() throws(ProtectionError) -> Range<Int> {
        try require("\"")
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            guard (0x20...0x7e).contains(bytes[offset]), bytes[offset] != UInt8(ascii: "\\"), offset - start < 64 else {
                throw failure("a string of at most 64 plain characters is expected")
            }
            offset += 1
        }
        guard offset < bytes.count else { throw failure("a string has no end") }
        defer { offset += 1 }
        return start..<offset
    }

    private mutating func text() throws(ProtectionError) -> String {
        String(decoding: bytes[try string()], as: UTF8.self)
    }

    /// Decodes 32 hexadecimal digits. The digits are not part of any message.
    private mutating func secret() throws(ProtectionError) -> ProtectedMemory {
        let range = try string()
        guard range.count == 32 else { throw failure("'key' requires 32 hexadecimal digits") }
        guard let memory = ProtectedMemory(count: 16) else { throw .noMemory }
        for index in 0..<16 {
            guard let high = UInt8(hexadecimalDigit: bytes[range.lowerBound + 2 * index]),
                let low = UInt8(hexadecimalDigit: bytes[range.lowerBound + 2 * index + 1])
            else { throw failure("'key' requires 32 hexadecimal digits") }
            memory.bytes[index] = high << 4 | low
        }
        return memory
    }
}
