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
}
