import ContentProtection
import Foundation
import Media
import Testing

/// The examples of NIST SP 800-38A, appendix F, and the commands of OpenSSL.
@Suite struct CipherTests {
    private static let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    private static let clear = bytes(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")

    @Test func chainsEqualPublishedExamples() throws {
        let cipher = try aes(Self.key)
        let start = try #require(InitializationVector(hexadecimal: "000102030405060708090a0b0c0d0e0f"))
        var (data, vector) = (Self.clear, start)
        // In two calls, which continue the chain.
        data.withUnsafeMutableBytes { data in
            cipher.encryptChain(.init(rebasing: data[..<16]), &vector)
            cipher.encryptChain(.init(rebasing: data[16...]), &vector)
        }
        #expect(
            data
                == bytes(
                    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                        + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"))
        #expect(vector.bytes == data.suffix(16))
        vector = start
        data.withUnsafeMutableBytes { data in
            cipher.decryptChain(.init(rebasing: data[..<32]), &vector)
            cipher.decryptChain(.init(rebasing: data[32...]), &vector)
        }
        #expect(data == Self.clear)
    }

    @Test func countersEqualPublishedExamples() throws {
        let cipher = try aes(Self.key)
        let vector = try #require(InitializationVector(hexadecimal: "0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"))
        let expected = bytes(
            "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
                + "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee")
        // Any division into calls has the same key stream.
        for lengths in [[64], [16, 48], [1, 15, 17, 31], [33, 30, 1]] {
            var (data, offset) = (Self.clear, 0)
            data.withUnsafeMutableBytes { data in
                for length in lengths {
                    cipher.applyCounter(.init(rebasing: data[offset..<offset + length]), vector, offset: offset)
                    offset += length
                }
            }
            #expect(data == expected, "\(lengths)")
        }
    }

    @Test func patternsSkipBlocksAndIncompleteEnds() throws {
        let cipher = try aes(Self.key)
        let vector = InitializationVector(high: 1, low: 2)
        for count in [0, 15, 16, 31, 159, 160, 175, 176, 400, 3215] {
            let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            for pattern in [EncryptionPattern.video, .full, EncryptionPattern(encrypted: 2, skipped: 3)] {
                // The definition: the encrypted blocks, joined, are one chain.
                let blocks = (0..<count / 16).filter { pattern.isFull || $0 % total(pattern) < Int(pattern.encrypted) }
                var (chain, chainVector) = (blocks.flatMap { clear[$0 * 16..<$0 * 16 + 16] }, vector)
                chain.withUnsafeMutableBytes { cipher.encryptChain($0, &chainVector) }
                var expected = clear
                for (index, block) in blocks.enumerated() {
                    expected.replaceSubrange(block * 16..<block * 16 + 16, with: chain[index * 16..<index * 16 + 16])
                }
                var data = clear
                data.withUnsafeMutableBytes { cipher.encrypt($0, pattern, vector) }
                #expect(data == expected, "\(count) bytes, \(pattern)")
                data.withUnsafeMutableBytes { cipher.decrypt($0, pattern, vector) }
                #expect(data == clear, "\(count) bytes, \(pattern)")
            }
        }
    }

    /// More chains than are encrypted at once, of different lengths, so that chains end and begin at any time.
    @Test func chainsTogetherEqualChainsAlone() throws {
        let cipher = try aes(Self.key)
        var generator = SystemRandomNumberGenerator()
        for count in [0, 1, 2, 7, 8, 9, 30] {
            let clear = (0..<count).map { _ in
                (0..<16 * Int.random(in: 0...40)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
            let vectors = (0..<count).map { InitializationVector(high: .max / 3, low: UInt64($0)) }
            let expected = zip(clear, vectors).map { data, vector in
                var (data, vector) = (data, vector)
                data.withUnsafeMutableBytes { cipher.encryptChain($0, &vector) }
                return data
            }
            let memory = clear.map { data in
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
                memory.copyBytes(from: data)
                return memory
            }
            defer { for block in memory { block.deallocate() } }
            cipher.encrypt(zip(memory, vectors).map { BlockChain($0, $1) })
            #expect(memory.map { Array($0) } == expected, "\(count) chains")
        }
    }

    @Test func countersHaveSixtyFourBits() throws {
        let cipher = try aes(Self.key)
        let last = InitializationVector(high: 7, low: .max)
        var (data, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 16))
        data.withUnsafeMutableBytes { cipher.applyCounter($0, last) }
        second.withUnsafeMutableBytes { cipher.applyCounter($0, InitializationVector(high: 7, low: 0)) }
        #expect(Array(data.suffix(16)) == second)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4096, 70_001]) func segmentsEqualThoseOfOpenSSL(count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cipher-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 2) }
        try Data(clear).write(to: folder.appending(path: "clear"))
        let vector = InitializationVector(mediaSequenceNumber: 7_777_777)
        try run(
            "openssl",
            ["enc", "-aes-128-cbc", "-in", "clear", "-out", "encrypted", "-K", hex(Self.key), "-iv", "\(vector)"],
            in: folder)
        var rope = ByteRope(Array(clear.prefix(count / 3)))
        rope.append(ByteSlice(copying: clear.dropFirst(count / 3)))
        let cipher = SegmentCipher(try aes(Self.key))
        let encrypted = cipher.encrypt(rope, vector)
        #expect(try Data(encrypted.bytes) == Data(contentsOf: folder.appending(path: "encrypted")))
        #expect(encrypted.count == SegmentCipher.encryptedSize(count))
        #expect(try cipher.decrypt(ByteRope(encrypted), vector).bytes == clear)
    }

    @Test func damagedSegmentsAreRefused() throws {
        let cipher = SegmentCipher(try aes(Self.key))
        let vector = InitializationVector(high: 0, low: 0)
        for damaged in [[], [1, 2, 3], [UInt8](repeating: 9, count: 32)] {
            #expect(throws: ProtectionError.self) { try cipher.decrypt(ByteRope(damaged), vector) }
        }
        #expect(throws: ProtectionError.keyLength(15)) { try aes(Array(Self.key.dropLast())) }
    }

    private func total(_ pattern: EncryptionPattern) -> Int { Int(pattern.encrypted) + Int(pattern.skipped) }
}
