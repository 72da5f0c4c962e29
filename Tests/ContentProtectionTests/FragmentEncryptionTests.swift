import ContentProtection
import ISOMedia
import Media
import Testing

@Suite struct FragmentEncryptionTests {
    static let key = bytes("00112233445566778899aabbccddeeff")
    static let keyID = KeyIdentifier("0123456789abcdef0123456789abcdef")!
    static let vector = InitializationVector(high: 0xa0a1_a2a3_a4a5_a6a7, low: 0)

    static func protection(_ scheme: ProtectionScheme, vectorSize: Int = 8) throws -> TrackProtection {
        var protection = TrackProtection(scheme, keyID: keyID, cipher: try aes(key), vector: vector)
        protection.sampleVectorSize = vectorSize
        return protection
    }

    static func opus() throws -> [UInt8] {
        let box: [UInt8] = [0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0]
        let format = CodedAudioFormat(
            configuration: .boxed("Opus", "dOps", box), sampleRate: 48000, channelCount: 2, framesPerPacket: 960)
        let track = TrackDescription(id: 1, timescale: 48000, format: .codedAudio(format))
        return try InitializationSegment(brands: FileBrands(major: "iso6", compatible: ["cmfc"]), tracks: [track])
            .bytes()
    }

    /// A fragment with samples of these sizes, as a rope of several slices.
    static func fragment(_ sizes: [Int], number: UInt32) throws -> ByteRope {
        let entries = sizes.map {
            MovieFragment.SampleEntry(duration: 960, size: UInt32($0), flags: SampleFlags.sync.rawValue)
        }
        let run = MovieFragment.TrackRun(trackID: 1, baseMediaDecodeTime: UInt64(number) * 9600, samples: entries)
        var rope = ByteRope(try MovieFragment(sequenceNumber: number, tracks: [run]).header().bytes)
        for (index, size) in sizes.enumerated() {
            rope.append(ByteSlice(copying: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ index) }))
        }
        return rope
    }

    @Test(arguments: [(ProtectionScheme.cbcs, 8), (.cenc, 8), (.cenc, 16)])
    func decryptionIsTheExactInverse(scheme: ProtectionScheme, vectorSize: Int) throws {
        let clear = try Self.opus()
        let protection = try Self.protection(scheme, vectorSize: vectorSize)
        var encryptor = try FragmentEncryptor(ByteSlice(copying: clear)) { _ in protection }
        let decryptor = try FragmentDecryptor(
            ByteSlice(copying: encryptor.initialization), keys: [Self.keyID: protection.cipher])
        #expect(decryptor.initialization == clear)
        #expect(decryptor.keyIDs == [Self.keyID])
        var encrypted: [[UInt8]] = []
        for number in 1...3 as ClosedRange<UInt32> {
            let sizes = [100, 0, 1, 15, 16, 17, 47, 400 + Int(number), 33]
            var segment = try Self.fragment(sizes, number: number)
            segment.append(try Self.fragment([64, 64], number: number + 10))
            let result = try encryptor.encrypt(segment)
            encrypted.append(result.bytes)
            #expect(try decryptor.decrypt(result).bytes == segment.bytes)
            #expect(try decryptor.decrypt(ByteRope(result.bytes)).bytes == segment.bytes)
        }
        // Without the key nothing is returned.
        let keyless = try FragmentDecryptor(ByteSlice(copying: encryptor.initialization), keys: [:])
        #expect(throws: ProtectionError.missingKey(Self.keyID.hexadecimal)) {
            try keyless.decrypt(ByteRope(encrypted[0]))
        }
    }

    @Test func countersNeverRepeatBetweenSamples() throws {
        // Samples of zeros are their key stream.
        let protection = try Self.protection(.cenc)
        var encryptor = try FragmentEncryptor(ByteSlice(copying: try Self.opus())) { _ in protection }
        var streams = Set<[UInt8]>()
        for number in 1...2 as ClosedRange<UInt32> {
            var segment = ByteRope(try Self.fragment([48, 48, 48], number: number).slices[0])
            segment.append(ByteSlice(copying: [UInt8](repeating: 0, count: 144)))
            let media = try encryptor.encrypt(segment).bytes.suffix(144)
            for block in stride(from: media.startIndex, to: media.endIndex, by: 16) {
                streams.insert(Array(media[block..<block + 16]))
            }
        }
        #expect(streams.count == 18)
    }

    @Test(arguments: ProtectionScheme.allCases)
    func describedFragmentsFollowInitializationOfAnotherPeriod(scheme: ProtectionScheme) throws {
        let clear = ByteSlice(copying: try Self.opus())
        let (first, other) = (try Self.protection(scheme), KeyIdentifier("ffeeddccbbaa99887766554433221100")!)
        var second = first
        (second.keyID, second.cipher) = (other, try aes(bytes("ffeeddccbbaa99887766554433221100")))
        // The lower half counts blocks.
        second.vector = InitializationVector(high: 7, low: 0)
        let box = [0, 0, 0, 32] + Array("pssh".utf8) + [UInt8](repeating: 0, count: 24)
        let start = try FragmentEncryptor(clear, systems: box) { _ in first }
        var encryptor = try FragmentEncryptor(clear, systems: box, describesFragments: true) { _ in second }
        var segment = try Self.fragment([400, 17, 33], number: 1)
        segment.append(try Self.fragment([64, 64], number: 2))
        let encrypted = try encryptor.encrypt(segment)
        let keys = [first.keyID: first.cipher, other: second.cipher]
        for initialization in [start.initialization, encryptor.initialization] {
            let decryptor = try FragmentDecryptor(ByteSlice(copying: initialization), keys: keys)
            #expect(try decryptor.decrypt(encrypted).bytes == segment.bytes)
        }
        var undescribed = try FragmentEncryptor(clear, systems: box) { _ in second }
        let growth = encrypted.count - (try undescribed.encrypt(segment)).count
        // sgpd and sbgp of one track, and pssh, in two fragments.
        #expect(growth == 2 * (24 + (scheme == .cbcs ? 37 : 20) + 28 + 32))
    }

    @Test func tracksWithoutKeyStayClear() throws {
        let clear = try Self.opus()
        var encryptor = try FragmentEncryptor(ByteSlice(copying: clear)) { _ in nil }
        #expect(encryptor.initialization == clear)
        let segment = try Self.fragment([10, 20], number: 1)
        #expect(try encryptor.encrypt(segment) == segment)
    }

    @Test func mediaThatWouldStayClearAreRefused() throws {
        let protection = try Self.protection(.cbcs)
        let clear = try Self.opus()
        var encryptor = try FragmentEncryptor(ByteSlice(copying: clear)) { _ in protection }
        #expect(throws: ProtectionError.self) {
            try encryptor.encrypt(ByteRope([0, 0, 0, 9] + Array("mdat".utf8) + [1]))
        }
        let whole = try Self.fragment([10, 20], number: 1).bytes
        for count in 1..<whole.count {
            #expect(throws: ProtectionError.self, "\(count) bytes") {
                try encryptor.encrypt(ByteRope(Array(whole[..<count])))
            }
        }
        #expect(throws: ProtectionError.self) {
            _ = try FragmentEncryptor(ByteSlice(copying: encryptor.initialization)) { _ in protection }
        }
    }
}
