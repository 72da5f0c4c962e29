import Media
import Testing

@Suite struct AccessUnitTests {
    private func sample(_ units: [[UInt8]], lengthSize: Int = 4) -> ByteSlice {
        ByteSlice(
            copying: units.flatMap { unit in
                [UInt8](repeating: 0, count: lengthSize - 1) + [UInt8(unit.count)] + unit
            })
    }

    @Test(arguments: [1, 2, 4])
    func idrPictureIsFoundAfterOtherUnits(lengthSize: Int) {
        let access = sample([[9, 0xf0], [6, 1, 2], [0x65, 0x88]], lengthSize: lengthSize)
        #expect(AVCAccessUnit.isIDR(access, nalLengthSize: lengthSize))
        #expect(!AVCAccessUnit.isIDR(sample([[9, 0xf0], [0x41, 0x9a]]), nalLengthSize: 4))
    }

    @Test(
        arguments: [
            (19, .instantaneousRefresh), (20, .instantaneousRefresh), (21, .cleanRandomAccess),
            (16, .otherRandomAccess),
            (8, .leading), (1, .trailing),
        ] as [(UInt8, HEVCAccessUnit.PictureKind)])
    func hevcPictureTypesAreDistinguished(type: UInt8, kind: HEVCAccessUnit.PictureKind) {
        let access = sample([[35 << 1, 1, 0x50], [type << 1, 1, 0xaf]])
        #expect(HEVCAccessUnit.pictureKind(access, nalLengthSize: 4) == kind)
    }

    @Test func lengthsBeyondTheEndEndTheSample() {
        #expect(!AVCAccessUnit.isIDR(ByteSlice(copying: [0xff, 0xff, 0xff, 0xff, 0x65]), nalLengthSize: 4))
        #expect(HEVCAccessUnit.pictureKind(ByteSlice(copying: [0, 0]), nalLengthSize: 4) == nil)
    }
}
