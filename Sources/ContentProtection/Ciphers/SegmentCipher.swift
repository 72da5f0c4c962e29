package import Media

/// Encryption of whole resources: AES-128 in CBC mode with PKCS #7 padding (RFC 8216bis 4.4.4.4, `AES-128`).
package struct SegmentCipher: Sendable {
    private let cipher: AES128

    package init(_ cipher: AES128) { self.cipher = cipher }

    /// The size of a resource of `count` bytes after encryption: 1 to 16 bytes more.
    package static func encryptedSize(_ count: Int) -> Int { count - count % AES128.blockSize + AES128.blockSize }

    /// Returns the encrypted resource, in one new allocation.
    package func encrypt(_ resource: ByteRope, _ vector: InitializationVector) -> ByteSlice {
        let size = Self.encryptedSize(resource.count)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        resource.copy(to: memory)
        let padding = size - resource.count
        for index in resource.count..<size { memory[index] = UInt8(padding) }
        var vector = vector
        cipher.encryptChain(memory, &vector)
        return ByteSlice(ByteStorage(owning: memory))
    }

    /// Returns the decrypted resource. Throws ``ProtectionError/padding(_:)`` for a size or padding that encryption does
    /// not produce.
    package func decrypt(
        _ resource: ByteRope, _ vector: InitializationVector
    ) throws(ProtectionError) -> ByteSlice {
        let size = resource.count
        guard size > 0, size % AES128.blockSize == 0 else {
            throw .padding("\(size) encrypted bytes are not a multiple of 16")
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        resource.copy(to: memory)
        var vector = vector
        cipher.decryptChain(memory, &vector)
        let padding = Int(memory[size - 1])
        guard (1...AES128.blockSize).contains(padding), memory[(size - padding)...].allSatisfy({ $0 == padding }) else {
            memory.deallocate()
            throw .padding("the decrypted bytes do not end with padding")
        }
        return ByteSlice(ByteStorage(owning: memory, count: size - padding))
    }
}

extension ByteRope {
    /// Copies all bytes to memory of at least ``count`` bytes.
    func copy(to memory: UnsafeMutableRawBufferPointer) {
        var offset = 0
        for slice in slices {
            slice.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[offset...]).copyMemory(from: $0) }
            offset += slice.count
        }
    }
}
