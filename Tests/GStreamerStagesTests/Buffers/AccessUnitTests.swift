import Media
import Testing

@testable import GStreamerStages

@Suite struct AccessUnitTests {
    static func unit(_ nals: [[UInt8]], codec: AccessUnit.Codec = .avc) -> AccessUnit {
        let bytes = nals.flatMap { nal -> [UInt8] in [0, 0, 0, UInt8(nal.count)] + nal }
        return bytes.withUnsafeBytes { AccessUnit($0, codec: codec) }
    }

    @Test func anIDRIsASyncSampleAndItsParametersAreSkipped() {
        let unit = Self.unit([[0x09, 0xf0], [0x67, 1, 2], [0x68, 3], [0x06, 5], [0x65, 9]])
        #expect(unit.flags == .sync && unit.isWellFormed && unit.hasSlices)
        #expect(unit.payloadOffset == 6 + 7 + 6)
    }

    @Test func slicesTellWhetherOthersReferToThem() {
        #expect(Self.unit([[0x41, 1]]).flags == .predicted)
        #expect(Self.unit([[0x01, 1]]).flags == .disposable)
        #expect(Self.unit([[0x02, 1]], codec: .hevc).flags == .predicted)
        #expect(Self.unit([[0x00, 1]], codec: .hevc).flags == .disposable)
        for type in UInt8(16)...21 { #expect(Self.unit([[type << 1, 1]], codec: .hevc).isSync) }
    }

    @Test(
        arguments: [
            [0, 0, 0, 9, 0x65], [0, 0, 0, 0, 0x65], [0xff, 0xff, 0xff, 0xff, 0x65], [0, 0, 1], [0, 0, 0, 1],
        ] as [[UInt8]])
    func lengthsThatDoNotAddUpAreNoticed(bytes: [UInt8]) {
        let unit = bytes.withUnsafeBytes { AccessUnit($0, codec: .avc) }
        #expect(!unit.isWellFormed)
    }

    @Test func audioConfigurationsAreRead() {
        let low = AACShape([0x11, 0x90])
        #expect(low?.sampleRate == 48_000 && low?.channelCount == 2 && low?.packetLength == 1024)
        // HE-AAC: 24 kHz inside, 48 kHz outside.
        let high = AACShape([0x2b, 0x11, 0x88, 0x00])
        #expect(high?.sampleRate == 48_000 && high?.packetLength == 2048 && high?.objectType == 2)
        for bytes in [[], [0x11], [0x17], [0xff, 0xff]] as [[UInt8]] { #expect(AACShape(bytes) == nil) }
    }
}
