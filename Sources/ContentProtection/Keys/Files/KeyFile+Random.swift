import Media

extension KeyFile {
    /// Returns the document of random keys with random KIDs (UUIDs of version 4), one for each set of track classes; all
    /// classes are not listed.
    package static func random(_ labels: [Set<KeyLabel>]) throws(ProtectionError) -> SecretBytes {
        guard let memory = ProtectedMemory(count: 16 + 256 * labels.count) else { throw .noMemory }
        var count = 0
        func append(_ text: some Sequence<UInt8>) {
            for byte in text {
                memory.bytes[count] = byte
                count += 1
            }
        }
        append("{\"keys\": [\n".utf8)
        for (index, set) in labels.enumerated() {
            append("  {\"kid\": \"\(randomIdentifier())\", \"key\": \"".utf8)
            for _ in 0..<AES128.blockSize { append(UInt8.random(in: 0...255).hexadecimal().utf8) }
            append("\"".utf8)
            if set.count < KeyLabel.allCases.count {
                let names = KeyLabel.allCases.filter(set.contains).map { "\"\($0.rawValue)\"" }
                append(", \"labels\": [\(names.joined(separator: ", "))]".utf8)
            }
            append((index + 1 < labels.count ? "},\n" : "}\n").utf8)
        }
        append("]}\n".utf8)
        return SecretBytes(memory: memory, count: count)
    }

    private static func randomIdentifier() -> KeyIdentifier {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        guard let id = KeyIdentifier(bytes) else { preconditionFailure("an identifier has 16 bytes") }
        return id
    }
}
