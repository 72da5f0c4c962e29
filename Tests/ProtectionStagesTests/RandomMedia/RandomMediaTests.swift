import ContentProtection
import ISOMedia
import Media
import ScriptedMedia
import Testing

/// Random media decrypt to the same bytes after encryption, and contain no clear block that the scheme protects.
@Suite struct RandomMediaTests {
    private static let fragmentCount = 40
    private static let key: [UInt8] = (0..<16).map { $0 * 17 }

    private static func protection(_ scheme: ProtectionScheme) throws -> TrackProtection {
        let id = try #require(KeyIdentifier((0..<16).map { $0 + 0xa0 } as [UInt8]))
        let cipher = try key.withUnsafeBytes { try AES128(key: $0) }
        return TrackProtection(scheme, keyID: id, cipher: cipher, vector: InitializationVector(high: 7, low: 0))
    }

    @Test(arguments: ProtectionScheme.allCases, RandomTrack.Codec.allCases)
    func blocksNeverStayClear(scheme: ProtectionScheme, codec: RandomTrack.Codec) throws {
        var random = SeededGenerator(seed: 22)
        let track = RandomTrack(codec: codec, id: 1)
        let clear = try InitializationSegment(
            brands: FileBrands(major: "iso6", compatible: ["cmfc"]),
            tracks: [TrackDescription(id: track.id, timescale: 48000, format: try track.format())]
        ).bytes()
        let protection = try Self.protection(scheme)
        var encryptor = try FragmentEncryptor(ByteSlice(copying: clear)) { _ in protection }
        let decryptor = try FragmentDecryptor(
            ByteSlice(copying: encryptor.initialization), keys: [protection.keyID: protection.cipher])
        var (scan, output) = (PlaintextScan(), encryptor.initialization)
        for number in 0..<Self.fragmentCount {
            let samples = (0..<Int.random(in: 1...6, using: &random)).map { _ in track.sample(using: &random) }
            for block in samples.flatMap({ $0.encryptedBlocks(scheme, codec) }) { scan.add(block) }
            let segment = try fragment(number, samples, of: track)
            let encrypted = try encryptor.encrypt(segment)
            output += encrypted.bytes
            #expect(try decryptor.decrypt(encrypted).bytes == segment.bytes, "fragment \(number)")
        }
        #expect(scan.count > 500)
        #expect(scan.offsets(in: output) == [])
        #expect(encryptor.omittedCount == 0)
    }

    private func fragment(_ number: Int, _ samples: [RandomTrack.Sample], of track: RandomTrack) throws -> ByteRope {
        let entries = samples.map {
            MovieFragment.SampleEntry(
                duration: 960, size: UInt32($0.bytes.count), flags: SampleFlags.sync.rawValue)
        }
        let run = MovieFragment.TrackRun(
            trackID: track.id, baseMediaDecodeTime: UInt64(number) * 9600, samples: entries)
        var rope = ByteRope(try MovieFragment(sequenceNumber: UInt32(number + 1), tracks: [run]).header().bytes)
        for sample in samples where !sample.bytes.isEmpty { rope.append(ByteSlice(copying: sample.bytes)) }
        return rope
    }
}
