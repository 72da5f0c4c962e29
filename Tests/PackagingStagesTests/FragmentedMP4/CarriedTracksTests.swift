import Media
import PackagingStages
import StageKit
import StageTesting
import Testing

/// The reports about tracks that `fmp4.segment` carries.
@Suite struct CarriedTracksTests {
    /// Returns the problems reported for H.264 samples with these units before the slice.
    private func problems(_ units: [[UInt8]]) throws -> [Problem] {
        let record = AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0])
        let format = CodedVideoFormat(configuration: .avc(record), size: PixelSize(width: 64, height: 64))
        let track = Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
        var bytes: [UInt8] = []
        for unit in units + [[0x65, 0xaa, 0xaa]] { bytes += [0, 0, 0, UInt8(unit.count)] + unit }
        var harness = try TransformHarness(SegmentFragmentedMP4.self)
        try harness.push(track)
        for var sample in Sample.scripted(track, count: 60) {
            sample.bytes = ByteSlice(copying: bytes)
            try harness.push(sample)
        }
        try harness.finish()
        return harness.problems
    }

    @Test func enhancementDataOfLCEVCAreReportedOnce() throws {
        for unit: [UInt8] in [[6, 4, 5, 0xb4, 0x00, 0x50, 0x00, 0xff, 0x80], [0x7b, 0xff, 0]] {
            let found = try problems([unit]).filter { $0.code == "lcevc" }
            #expect(found.map(\.severity) == [.note], "\(found)")
            #expect(found.first?.message.hasPrefix("H.264 video of track 1 contains LCEVC enhancement data") == true)
        }
        #expect(try !problems([]).contains { $0.code == "lcevc" })
    }

    /// Senders may change the codec of a stream at any time.
    @Test func aTrackWhoseCodecIsNotCarriedHasAGap() throws {
        func video(_ configuration: CodecConfiguration) -> Track {
            let format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 64, height: 64))
            return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
        }
        let avc = video(.avc(AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0])))
        let jpeg = video(.boxed(sampleEntry: "jpeg", boxes: []))
        let audio = Track(
            id: Track.ID(rawValue: 2),
            format: .codedAudio(
                CodedAudioFormat(
                    configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
                    framesPerPacket: 1024)), timescale: 48_000)
        var options = SegmentFragmentedMP4.Options()
        options.interval = .seconds(1)
        var harness = try TransformHarness(SegmentFragmentedMP4.self, options: options)
        for track in [avc, audio] { try harness.push(track) }
        for second in Int64(0)..<9 {
            // JPEG from 3 s to 6 s, with samples that are recognized by their size.
            if second == 3 { try harness.push(jpeg) }
            if second == 6 { try harness.push(avc) }
            let size = (3..<6).contains(second) ? 4096 : 10
            for sample in Sample.scripted(avc, count: 30, start: second * 30, syncEvery: 30, byteCount: size) {
                try harness.push(sample)
            }
            for sample in Sample.scripted(audio, count: 47, duration: 1024, start: second * 48_128) {
                try harness.push(sample)
            }
        }
        try harness.finish()
        let media = harness.payloads.filter { $0.kind == .separable || $0.kind == .gap }
        #expect(media.filter { $0.rendition.mediaType == .audio && $0.kind != .gap }.count >= 8)
        let pictures = media.filter { $0.rendition.mediaType == .video }
        #expect(pictures.count == 9 && pictures.filter { $0.kind == .gap }.count == 3, "\(pictures.map(\.kind))")
        #expect(pictures.allSatisfy { $0.data.count < 2000 }, "no sample of the other format is published")
        let start = try #require(pictures.last?.report.tracks.first?.earliestPresentationTime)
        #expect(start > .seconds(7), "video returns")
        let warnings = harness.problems.filter { $0.code == "track-left-out" }
        #expect(warnings.count == 1 && warnings.first?.message.contains("JPEG") == true, "\(harness.problems)")
    }
}
