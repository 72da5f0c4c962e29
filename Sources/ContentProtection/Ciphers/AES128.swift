import CNettle

/// AES with a key of 128 bits (FIPS 197), in the modes of HLS and Common Encryption.
///
/// Nettle keeps expanded keys in memory of its caller: here, in pages that core dumps do not contain.
package final class AES128: Sendable {
    package static let blockSize = 16

    private let memory: ProtectedMemory

    /// Expands a key of 16 bytes. Throws ``ProtectionError`` for another length, and without memory.
    package init(key: UnsafeRawBufferPointer) throws(ProtectionError) {
        guard key.count == Self.blockSize, let start = key.baseAddress else { throw .keyLength(key.count) }
        guard let memory = ProtectedMemory(count: 2 * MemoryLayout<aes128_ctx>.stride) else { throw .noMemory }
        self.memory = memory
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let keys = memory.bytes.bindMemory(to: aes128_ctx.self)
        nettle_aes128_set_encrypt_key(keys.baseAddress!, bytes)
        nettle_aes128_set_decrypt_key(keys.baseAddress! + 1, bytes)
    }

    private var encrypting: UnsafePointer<aes128_ctx> {
        UnsafeRawPointer(memory.bytes.baseAddress!).assumingMemoryBound(to: aes128_ctx.self)
    }
    private var decrypting: UnsafePointer<aes128_ctx> { encrypting + 1 }

    /// Encrypts whole blocks in place in CBC mode. `vector` becomes the vector of the following blocks.
    package func encryptChain(_ data: UnsafeMutableRawBufferPointer, _ vector: inout InitializationVector) {
        precondition(data.count % Self.blockSize == 0, "CBC mode encrypts whole blocks")
        guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        vector.withBytes { nettle_cbc_aes128_encrypt(encrypting, $0, data.count, start, start) }
    }

    /// Encrypts whole blocks in place in CBC mode: several chains at once, which takes less time than one after the other.
    package func encrypt(_ chains: [BlockChain]) {
        let chains = chains.map { chain in
            precondition(chain.data.count % Self.blockSize == 0, "CBC mode encrypts whole blocks")
            var result = sluice_cbc_chain()
            result.data = chain.data.baseAddress?.assumingMemoryBound(to: UInt8.self)
            result.size = chain.data.count
            withUnsafeMutableBytes(of: &result.vector) { $0.copyBytes(from: chain.vector.bytes) }
            return result
        }
        sluice_cbc_aes128_encrypt_chains(encrypting, chains, chains.count)
    }

    /// Decrypts whole blocks in place in CBC mode. `vector` becomes the vector of the following blocks.
    package func decryptChain(_ data: UnsafeMutableRawBufferPointer, _ vector: inout InitializationVector) {
        precondition(data.count % Self.blockSize == 0, "CBC mode decrypts whole blocks")
        guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        vector.withBytes { sluice_cbc_aes128_decrypt(decrypting, $0, data.count, start, start) }
    }

    /// Encrypts the blocks of a pattern in place in CBC mode; an incomplete block at the end stays clear.
    ///
    /// The chain begins with `vector` and consists of the encrypted blocks only (ISO/IEC 23001-7 10.4).
    package func encrypt(
        _ data: UnsafeMutableRawBufferPointer, _ pattern: EncryptionPattern, _ vector: InitializationVector
    ) {
        let (run, stride) = pattern.lengths
        guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var vector = vector
        vector.withBytes { sluice_cbc_aes128_encrypt_blocks(encrypting, $0, run, stride, data.count, start) }
    }

    /// Decrypts what ``encrypt(_:_:_:)`` has encrypted.
    package func decrypt(
        _ data: UnsafeMutableRawBufferPointer, _ pattern: EncryptionPattern, _ vector: InitializationVector
    ) {
        let (run, stride) = pattern.lengths
        guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var vector = vector
        vector.withBytes { sluice_cbc_aes128_decrypt_blocks(decrypting, $0, run, stride, data.count, start) }
    }

    /// Encrypts or decrypts in place in CTR mode.
    ///
    /// `offset` is the number of bytes of the same key stream that precede. The counter has 64 bits: the high half of
    /// `vector` does not change (ISO/IEC 23001-7 9.3).
    package func applyCounter(
        _ data: UnsafeMutableRawBufferPointer, _ vector: InitializationVector, offset: Int = 0
    ) {
        guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let blocks = UInt64(offset / Self.blockSize)
        sluice_ctr_aes128(
            encrypting, vector.high, vector.low &+ blocks, offset % Self.blockSize, data.count, start)
    }
}

extension EncryptionPattern {
    /// The bytes of a run of encrypted blocks, and the distance between the starts of two runs.
    fileprivate var lengths: (run: Int, stride: Int) {
        guard !isFull else { return (Int.max / 32 * 16, Int.max / 32 * 16) }
        let blockSize = AES128.blockSize
        return (Int(encrypted) * blockSize, (Int(encrypted) + Int(skipped)) * blockSize)
    }
}

extension InitializationVector {
    /// Calls `body` with the 16 bytes, and adopts their new value.
    fileprivate mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        var block = (high.bigEndian, low.bigEndian)
        Swift.withUnsafeMutableBytes(of: &block) { body($0.baseAddress!.assumingMemoryBound(to: UInt8.self)) }
        (high, low) = (UInt64(bigEndian: block.0), UInt64(bigEndian: block.1))
    }
}
