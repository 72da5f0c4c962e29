package import Media

/// Encryption of whole resources: AES-128 in CBC mode with PKCS #7 padding (RFC 8216bis 4.4.4.4, `AES-128`).
package struct SegmentCipher: Sendable {
    private let cipher: AES128

    package init(_ cipher: AES128) { self.cipher = cipher }

    /// Whether both ciphers have the same expanded key.
    package func hasKey(of other: SegmentCipher) -> Bool { cipher === other.cipher }

    /// The size of a resource of `count` bytes after encryption: 1 to 16 bytes more.
    package static func encryptedSize(_ count: Int) -> Int { count - count % AES128.blockSize + AES128.blockSize }

    /// Returns the encrypted resource.
    package func encrypt(_ resource: ByteRope, _ vector: InitializationVector) -> ByteSlice {
        encrypt([(resource, vector)], memory: SystemMemory())[0]
    }

    /// Returns the encrypted resources, each in separate memory. Together they take less time than one by one.
    package func encrypt(
        _ resources: [(content: ByteRope, vector: InitializationVector)], memory: some MemorySource
    ) -> [ByteSlice] {
        let chains = resources.map { resource in
            BlockChain(Self.padded(resource.content, memory.allocate(byteCount:)), resource.vector)
        }
        cipher.encrypt(chains)
        return chains.map { ByteSlice(ByteStorage(owning: $0.data, of: memory)) }
    }

    /// Copies a resource into new memory, and pads it to whole blocks (RFC 5652 6.3).
    private static func padded(
        _ resource: ByteRope, _ allocate: (Int) -> UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawBufferPointer {
        let size = encryptedSize(resource.count)
        let memory = allocate(size)
        resource.copy(to: memory)
        let padding = size - resource.count
        for index in resource.count..<size { memory[index] = UInt8(padding) }
        return memory
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
