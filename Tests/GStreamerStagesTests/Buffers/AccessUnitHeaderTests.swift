import Media
import Testing

@testable import GStreamerStages

@Suite struct AccessUnitTests {
    static func unit(_ nals: [[UInt8]], codec: VideoCoding = .avc) -> AccessUnitHeader {
        let bytes = nals.flatMap { nal -> [UInt8] in [0, 0, 0, UInt8(nal.count)] + nal }
        return AccessUnitHeader(ByteSlice(copying: bytes), codec: codec)
    }

    @Test func anIDRIsASyncSampleAndItsParametersAreSkipped() {
        let unit = Self.unit([[0x09, 0xf0], [0x67, 1, 2], [0x68, 3], [0x06, 5], [0x65, 9]])
        #expect(unit.flags == .sync && unit.isWellFormed && unit.hasSlices)
        #expect(unit.payloadOffset == 6 + 7 + 6)
    }

    /// The start of an x265enc stream with HDR metadata messages.
    @Test func repeatedParameterSetsExtendHeader() {
        let header: [[UInt8]] = [[0x40, 1], [0x42, 1, 2], [0x44, 1], [0x4e, 1, 5, 7, 7]]
        let unit = Self.unit(header + [[0x40, 1], [0x42, 1, 2], [0x44, 1], [0x4e, 1, 5], [0x28, 1]], codec: .hevc)
        #expect(unit.payloadOffset == 6 + 7 + 6)
        #expect(unit.parametersEnd == 6 + 7 + 6 + 9 + 6 + 7 + 6)
        let usual = Self.unit(header + [[0x28, 1]], codec: .hevc)
        #expect(usual.parametersEnd == usual.payloadOffset)
        #expect(Self.unit([[0x4e, 1, 5], [0x02, 1]], codec: .hevc).parametersEnd == 0)
    }

    @Test func referencedSlicesAreDetected() {
        #expect(Self.unit([[0x41, 1]]).flags == .predicted)
        #expect(Self.unit([[0x01, 1]]).flags == .disposable)
        #expect(Self.unit([[0x02, 1]], codec: .hevc).flags == .predicted)
        #expect(Self.unit([[0x00, 1]], codec: .hevc).flags == .disposable)
    }

    /// Whether a segment may begin at a CRA picture depends on the pictures that follow it.
    @Test func allRandomAccessPointsOfHEVCAreSyncSamples() {
        let syncTypes = (UInt8(0)..<32).filter { Self.unit([[$0 << 1, 1]], codec: .hevc).flags.isSync }
        #expect(syncTypes == Array(16...23))
    }

    @Test(
        arguments: [
            [0, 0, 0, 9, 0x65], [0, 0, 0, 0, 0x65], [0xff, 0xff, 0xff, 0xff, 0x65], [0, 0, 1], [0, 0, 0, 1],
        ] as [[UInt8]])
    func invalidLengthsAreDetected(bytes: [UInt8]) {
        #expect(!AccessUnitHeader(ByteSlice(copying: bytes), codec: .avc).isWellFormed)
    }
}
