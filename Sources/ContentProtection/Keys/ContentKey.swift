package import Media

/// A content key with its identifier. The key is in memory that core dumps do not contain, and is not printed.
package struct ContentKey: Sendable, CustomStringConvertible, CustomReflectable {
    package let id: KeyIdentifier
    /// The vector of `cbcs` and of whole segments; nil for derived ones.
    package let vector: InitializationVector?
    /// The track types that use the key; empty for all.
    package private(set) var labels: Set<KeyLabel>
    /// Conditions on tracks, instead of ``labels``; empty for none. One of them must match.
    package var filters: [KeyFilter] = []
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

    /// Copies 16 bytes. Throws ``ProtectionError`` for another length, and without memory.
    package init(
        id: KeyIdentifier, secret: SecretBytes, vector: InitializationVector? = nil, labels: Set<KeyLabel> = []
    ) throws(ProtectionError) {
        self = try secret.withBytes { bytes throws(ProtectionError) in
            try ContentKey(id: id, key: bytes, vector: vector, labels: labels)
        }
    }

    /// The conditions on tracks; one of them must match.
    package var conditions: [KeyFilter] {
        filters.isEmpty ? [KeyFilter(labels: labels.isEmpty ? Set(KeyLabel.allCases) : labels)] : filters
    }

    /// Returns the cipher of the key.
    package func cipher() throws(ProtectionError) -> AES128 { try AES128(key: UnsafeRawBufferPointer(memory.bytes)) }

    /// The constant vector of `cbcs`: the given one, or the key identifier encrypted with the key, so that it is the same in
    /// later runs.
    package func constantVector() throws(ProtectionError) -> InitializationVector {
        if let vector { return vector }
        let cipher = try cipher()
        var (block, chain) = (id.bytes, InitializationVector(high: 0, low: 0))
        block.withUnsafeMutableBytes { cipher.encryptChain($0, &chain) }
        return chain
    }

    /// Returns the vector of a whole segment: the given vector, or a vector that differs between segments, so that
    /// equal starts of segments are not visible. It is the same in later runs over the same media.
    ///
    /// The derived vector authenticates the place of the segment with the key (CBC-MAC): vectors of CBC mode must not be
    /// predictable (NIST SP 800-38A, appendix C).
    package func segmentVector(
        rendition: String, index: Int, start: MediaTime
    ) throws(ProtectionError) -> InitializationVector {
        if let vector { return vector }
        let name = Array(rendition.utf8)
        // The length precedes the name, so that no message is the start of another one.
        let numbers = [start.value, Int64(start.timescale), Int64(index), Int64(name.count)]
        var message =
            id.bytes + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
        message += name
        message += [UInt8](
            repeating: 0, count: (AES128.blockSize - message.count % AES128.blockSize) % AES128.blockSize)
        let cipher = try cipher()
        var chain = InitializationVector(high: 0, low: 0)
        message.withUnsafeMutableBytes { cipher.encryptChain($0, &chain) }
        return chain
    }

    /// Calls `body` with the 16 bytes, for key servers and files. The pointer is valid only during the call.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(memory.bytes))
    }

    /// Returns the key for other track types.
    package func with(labels: Set<KeyLabel>) -> ContentKey {
        var key = self
        key.labels = labels
        return key
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
