import Media
import Testing

@Suite struct VideoHeaderTests {
    /// libaom: main, level 2.0, 320x180, 8 bits; then a shown key frame.
    static let av1Sample = RecordBytes.hex("0a0b000000043cfeccdaf9004032ef0110")
    /// libvpx: profile 0, 8 bits, 320x180.
    static let vp9KeyFrame = RecordBytes.hex("824983420013f00b360638241c1842000d605fcdf7fbfcdf7d8fc3f8bfe57dfe")

    private func slice(_ bytes: [UInt8]) -> ByteSlice { ByteSlice(copying: bytes) }

    @Test func av1SequenceHeaderIsRead() throws {
        let header = try AV1SequenceHeader(payload: Array(Self.av1Sample[2..<13]))
        #expect(header.size == PixelSize(width: 320, height: 180))
        #expect(header.profile == 0 && header.level == 0 && header.bitDepth == 8 && !header.isMonochrome)
        #expect(header.subsamplingX && header.subsamplingY && header.colour == nil)
    }

    @Test func av1RecordIsBuiltFromTheBitstream() throws {
        let unit = AV1TemporalUnit(slice(Array(Self.av1Sample[..<13])))
        let header = try #require(unit.sequenceHeader)
        let record = AV1CodecConfiguration(header, unit: unit.sequenceHeaderUnit)
        #expect(record.bytes == RecordBytes.hex("81000c000a0b000000043cfeccdaf90040"))
    }

    @Test(arguments: [(0x10, true), (0x30, false), (0x00, false), (0x90, false)] as [(UInt8, Bool)])
    func onlyShownKeyFrameAfterItsHeaderIsASyncSample(frame: UInt8, isSync: Bool) {
        let bytes = Array(Self.av1Sample[..<13]) + [0x32, 1, frame]
        #expect(AV1TemporalUnit(slice(bytes)).isRandomAccess == isSync)
        // Without a sequence header decoding cannot start.
        #expect(!AV1TemporalUnit(slice([0x32, 1, frame])).isRandomAccess)
    }

    @Test func damagedAV1SamplesDoNotTrap() {
        for count in 0..<Self.av1Sample.count { _ = AV1TemporalUnit(slice(Array(Self.av1Sample[..<count]))) }
        for index in Self.av1Sample.indices {
            var bytes = Self.av1Sample
            for value in [0, 0x7f, 0x80, 0xff] as [UInt8] {
                bytes[index] = value
                _ = AV1TemporalUnit(slice(bytes))
            }
        }
    }

    @Test func vp9KeyFrameIsRead() throws {
        let header = try VP9FrameHeader(slice(Self.vp9KeyFrame))
        let sequence = try #require(header.sequence)
        #expect(header.profile == 0 && header.isKeyFrame && sequence.bitDepth == 8)
        #expect(sequence.size == PixelSize(width: 320, height: 180))
        let record = VPCodecConfiguration(header, sequence, frameRate: Ratio(30))
        // The record that ffmpeg writes, with the level for 320x180 at 30 frames per second.
        #expect(Array(record.bytes[..<7]) == [1, 0, 0, 0, 0, 11, 0x80])
    }

    @Test func vp9InterFrameIsNotASyncSample() throws {
        #expect(try !VP9FrameHeader(slice([0x86, 0, 0])).isKeyFrame)
        #expect(throws: BitstreamError.self) { try VP9FrameHeader(slice([0x00, 0, 0])) }
        #expect(throws: BitstreamError.self) { try VP9FrameHeader(slice([0x82, 1, 2, 3, 4])) }
        for count in 0..<12 { _ = try? VP9FrameHeader(slice(Array(Self.vp9KeyFrame[..<count]))) }
    }

    @Test func highDynamicRangeIsReadFromSupplementalMessages() {
        let display = RecordBytes.hex("33c286c41d4c0bb884d03e803d1340420098968000000001")
        let messages = [0x4e, 1, 137, 24] + display + [0x80]
        let light: [UInt8] = [0x4e, 1, 144, 4, 3, 0xe8, 1, 0x90, 0x80]
        // Emulation prevention: 00 00 00 becomes 00 00 03 00.
        let escaped = escaping(messages)
        let sample = prefixed(escaped) + prefixed(light) + prefixed([0x26, 1, 0xaf])
        let found = VideoMetadataMessages(hevc: slice(sample), nalLengthSize: 4)
        #expect(found.masteringDisplay?.bytes == display)
        #expect(found.contentLight?.bytes == [3, 0xe8, 1, 0x90])
        for count in 0..<sample.count {
            _ = VideoMetadataMessages(hevc: slice(Array(sample[..<count])), nalLengthSize: 4)
        }
    }

    private func prefixed(_ unit: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(unit.count)] + unit }

    private func escaping(_ unit: [UInt8]) -> [UInt8] {
        var (result, zeros): ([UInt8], Int) = ([], 0)
        for byte in unit {
            if zeros == 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}
