import ContentProtection
import ISOMedia
import Media
import Testing

@Suite struct FileDecryptionTests {
    private typealias Source = FragmentEncryptionTests

    /// A file of three encrypted fragments with references to them, and the same file in the clear.
    private static func files(_ scheme: ProtectionScheme) throws -> (stored: [UInt8], clear: [UInt8]) {
        let protection = try Source.protection(scheme)
        let start = try Source.opus()
        var encryptor = try FragmentEncryptor(ByteSlice(copying: start)) { _ in protection }
        let fragments = try (1...3 as ClosedRange<UInt32>).map {
            try Source.fragment([100, 0, 33, 400], number: $0).bytes
        }
        let encrypted = try fragments.map { try encryptor.encrypt(ByteRope($0)).bytes }
        return (file(encryptor.initialization, encrypted), file(start, fragments))
    }

    private static func file(_ start: [UInt8], _ fragments: [[UInt8]]) -> [UInt8] {
        var index = SegmentIndexBox()
        index.references = EntryTable(
            fragments.map {
                var reference = SegmentIndexBox.Reference()
                reference.typeAndSize = UInt32($0.count)
                return reference
            })
        var writer = ByteWriter(capacity: 4096)
        writer.write(contentsOf: start)
        writer.write(index)
        var offsets: [Int] = []
        for fragment in fragments {
            offsets.append(writer.count)
            writer.write(contentsOf: fragment)
        }
        var points = TrackFragmentRandomAccessBox()
        points.entries = EntryTable(
            offsets.map {
                var point = TrackFragmentRandomAccessBox.AccessPoint()
                point.fragmentOffset = UInt64($0)
                point.numbers = [1, 1, 1]
                return point
            })
        writer.box(.mfra) { $0.write(points) }
        return writer.bytes
    }

    private static func decrypted(_ bytes: [UInt8], _ keys: [KeyIdentifier: AES128]) throws -> [UInt8] {
        let file = try FileDecryption(ByteSlice(copying: bytes), keys: keys)
        var result: [UInt8] = []
        try file.decrypt { result += $0.bytes }
        #expect(result.count == file.clearSize)
        return result
    }

    @Test(arguments: ProtectionScheme.allCases)
    func referencesFollowTheFragments(scheme: ProtectionScheme) throws {
        let (stored, clear) = try Self.files(scheme)
        let keys = [Source.keyID: try aes(Source.key)]
        #expect(stored != clear)
        #expect(try Self.decrypted(stored, keys) == clear)
        #expect(throws: ProtectionError.missingKey(Source.keyID.hexadecimal)) { try Self.decrypted(stored, [:]) }
    }

    @Test func damagedFilesAreReadWithoutTraps() throws {
        let keys = [Source.keyID: try aes(Source.key)]
        for scheme in ProtectionScheme.allCases {
            let (stored, _) = try Self.files(scheme)
            var random = SystemRandomNumberGenerator()
            for round in 0..<1500 {
                var bytes = stored
                let seed = (0..<4).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
                let values = seed.map { _ in [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255)].randomElement() ?? 0 }
                for (offset, value) in zip(seed, values) { bytes[offset] = value }
                if round % 7 == 0 { bytes = Array(bytes[..<seed[0]]) }
                let content = ByteSlice(copying: bytes)
                if let file = try? FileDecryption(content, keys: keys) { try? file.decrypt { _ in } }
                guard var inspector = try? ProtectionInspector(content, keys: keys) else { continue }
                _ = inspector.inspect(content)
                _ = inspector.inspect(ByteSlice(copying: stored.dropFirst(seed[0])))
            }
        }
    }
}
