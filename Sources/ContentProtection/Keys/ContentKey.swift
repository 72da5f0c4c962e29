package import Media

/// A content key with its identifier. The key is in memory that core dumps do not contain, and is not printed.
package struct ContentKey: Sendable, CustomStringConvertible, CustomReflectable {
    package let id: KeyIdentifier
    /// The constant vector of `cbcs`; nil for one that is derived or random.
    package let vector: InitializationVector?
    /// The track types that use the key; empty for all.
    package let labels: Set<KeyLabel>
    private let memory: ProtectedMemory

    /// Copies 16 bytes. Throws ``ProtectionError`` for another length, and without memory.
    package init(
        id: KeyIdentifier, key: UnsafeRawBufferPointer, vector: InitializationVector? = nil, labels: Set<KeyLabel> = []
    ) throws(ProtectionError) {
        guard key.count == AES128.blockSize else { throw .keyLength(key.count) }
        guard let memory = ProtectedMemory(count: key.count) else { throw .noMemory }
        memory.bytes.copyMemory(from: key)
        (self.id, self.vector, self.labels, self.memory) = (id, vector, labels, memory)
    }

    /// Returns the cipher of the key.
    package func cipher() throws(ProtectionError) -> AES128 { try AES128(key: UnsafeRawBufferPointer(memory.bytes)) }

    /// The constant vector of `cbcs` and of whole segments: the given one, or the key identifier encrypted with the key, so
    /// that it is the same in later runs.
    package func constantVector() throws(ProtectionError) -> InitializationVector {
        if let vector { return vector }
        let cipher = try cipher()
        var (block, chain) = (id.bytes, InitializationVector(high: 0, low: 0))
        block.withUnsafeMutableBytes { cipher.encryptChain($0, &chain) }
        return chain
    }

    /// Calls `body` with the 16 bytes, for key servers and files. The pointer is valid only during the call.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(memory.bytes))
    }

    /// Whether another key has the same 16 bytes. The time does not depend on their values.
    package func hasSameBytes(as other: ContentKey) -> Bool {
        withUnsafeBytes { left in
            other.withUnsafeBytes { right in zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0 }
        }
    }

    /// The 16 bytes without copying, to be sent to clients. They are overwritten after the last reference to the key.
    package var bytes: ByteSlice {
        let memory = memory
        let address = UnsafeRawPointer(memory.bytes.baseAddress!)
        return ByteSlice(ByteStorage(borrowing: address, count: memory.bytes.count) { _ = memory })
    }

    /// The identifier.
    package var description: String { "key \(id)" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
