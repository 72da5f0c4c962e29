import Media
import Testing

/// Closed captions in the user data of coded pictures.
@Suite struct ClosedCaptionTests {
    private static let avc = MediaFormat.codedVideo(
        CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0])),
            size: PixelSize(width: 64, height: 64)))

    private static var hevc: MediaFormat {
        var record = [UInt8](repeating: 0, count: 23)
        (record[0], record[21]) = (1, 3)
        return .codedVideo(
            CodedVideoFormat(
                configuration: .hevc(HEVCDecoderConfiguration(bytes: record)), size: PixelSize(width: 64, height: 64))
        )
    }

    /// Returns an access unit with caption data before its slice.
    private func picture(_ pairs: [[UInt8]], isHEVC: Bool = false, provider: [UInt8] = Array("GA94".utf8)) -> Sample {
        var data: [UInt8] = [0x40 | UInt8(pairs.count), 0xff]
        for pair in pairs { data += pair }
        let payload: [UInt8] = [0xb5, 0x00, 0x31] + provider + [0x03] + data + [0xff]
        let header: [UInt8] = isHEVC ? [39 << 1, 1] : [6]
        return picture(of: header + [4, UInt8(payload.count)] + payload + [0x80], isHEVC: isHEVC)
    }

    private func picture(of unit: [UInt8], isHEVC: Bool) -> Sample {
        let slice: [UInt8] = isHEVC ? [19 << 1, 1, 0xaa] : [0x65, 0xaa, 0xaa]
        var bytes: [UInt8] = []
        for unit in [unit, slice] { bytes += [0, 0, 0, UInt8(unit.count)] + unit }
        return Sample(
            track: Track.ID(rawValue: 1), timescale: 30, decodeTicks: 0, duration: 1,
            bytes: ByteSlice(copying: bytes))
    }

    private func services(_ samples: Sample..., format: MediaFormat = avc) throws -> [String] {
        try #require(ClosedCaptions(format)).services(in: samples).sorted().map(\.description)
    }

    @Test func channelsAreFoundByControlCodes() throws {
        // Resume caption loading, with parity: channels 1 and 2, in the first and the second field.
        let table: [([UInt8], [String])] = [
            ([0xfc, 0x94, 0x20], ["CC1"]), ([0xfc, 0x1c, 0x20], ["CC2"]), ([0xfd, 0x15, 0x25], ["CC3"]),
            ([0xfd, 0x9d, 0x2f], ["CC4"]),
            // Padding, plain characters, a text channel, and an invalid pair.
            ([0xfc, 0x80, 0x80], []), ([0xfc, 0x48, 0x69], []), ([0xfc, 0x14, 0x2a], []), ([0xf8, 0x94, 0x20], []),
        ]
        for (pair, names) in table {
            #expect(try services(picture([pair])) == names, "\(pair)")
            #expect(try services(picture([pair], isHEVC: true), format: Self.hevc) == names, "\(pair)")
        }
    }

    @Test func digitalServicesAreFoundByServiceBlocks() throws {
        #expect(try services(picture([[0xff, 0x42, 0x23]])) == ["SERVICE1"])
        #expect(
            try services(picture([[0xff, 0x42, 0x23], [0xfe, 1, 2], [0xfa, 0, 0]]), picture([[0xff, 0x82, 0x41]])) == [
                "SERVICE1", "SERVICE2",
            ])
        #expect(try services(picture([[0xff, 0x42, 0x00]])) == [])
    }

    @Test func otherUserDataIsIgnored() throws {
        #expect(try services(picture([[0xfc, 0x94, 0x20]], provider: Array("DTG1".utf8))) == [])
        #expect(
            ClosedCaptions(.rawAudio(RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48000, channelCount: 2))) == nil)
    }

    @Test func captionsMayStartLateAfterCaptionData() throws {
        let padding = (0..<100).map { _ in picture([[0xfc, 0x80, 0x80]]) }
        let detector = try #require(ClosedCaptions(Self.avc))
        #expect(detector.services(in: padding + [picture([[0xfc, 0x94, 0x20]])]) == [.line21(1)])
    }

    /// Damaged data neither traps nor is read beyond its end.
    @Test func truncatedCaptionDataIsRead() throws {
        let whole = picture([[0xfc, 0x94, 0x20], [0xff, 0x42, 0x23]]).bytes.bytes
        for end in 0..<whole.count {
            var sample = picture([])
            sample.bytes = ByteSlice(copying: whole[..<end])
            _ = try services(sample)
            var changed = whole
            changed[end] = 0xff
            sample.bytes = ByteSlice(copying: changed)
            _ = try services(sample)
        }
    }

    @Test func servicesHavePlaylistNames() {
        for name in ["CC1", "CC4", "SERVICE1", "SERVICE63"] { #expect(CaptionService(name)?.description == name) }
        for name in ["CC0", "CC5", "SERVICE0", "SERVICE64", "cc1", "CC", "T1"] { #expect(CaptionService(name) == nil) }
    }
}
