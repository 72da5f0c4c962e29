import Media
import Testing

@Suite struct BitstreamSyntaxTests {
    private func sample(_ units: [UInt8]...) -> ByteSlice {
        var writer = ByteWriter()
        for unit in units {
            writer.write(UInt32(unit.count))
            writer.write(contentsOf: unit)
        }
        return ByteSlice(copying: writer.bytes)
    }

    @Test func unitsOfH264AreListed() {
        let bytes = sample([9, 0xf0], [0x67], [0x68], [0x65, 1], [0x65, 2], [0x65, 3])
        #expect(BitstreamSyntax.avc(lengthSize: 4).unitNames(of: bytes) == ["AUD", "SPS", "PPS", "IDR×3"])
        #expect(BitstreamSyntax.avc(lengthSize: 4).hasParameterSets(bytes))
        #expect(BitstreamSyntax.avc(lengthSize: 4).entryPoint(bytes) == .closed)
        #expect(BitstreamSyntax.avc(lengthSize: 4).entryPoint(sample([0x41, 1])) == EntryPoint.none)
    }

    @Test func openAndClosedGroupsOfHEVCAreDistinguished() {
        let syntax = BitstreamSyntax.hevc(lengthSize: 4)
        #expect(syntax.unitNames(of: sample([0x4e, 1], [0x2a, 1])) == ["SEI", "CRA"])
        #expect(syntax.entryPoint(sample([0x26, 1])) == .closed)
        #expect(syntax.entryPoint(sample([0x2a, 1])) == .open)
        #expect(syntax.entryPoint(sample([0x20, 1])) == .broken)
        #expect(syntax.isSkippedLeading(sample([0x10, 1])) && !syntax.isSkippedLeading(sample([0x0c, 1])))
    }

    @Test func truncatedSampleHasItsCompleteUnits() {
        let bytes = ByteSlice(copying: [0, 0, 0, 1, 0x65, 0, 0, 1, 0, 0x41])
        #expect(BitstreamSyntax.avc(lengthSize: 4).unitNames(of: bytes) == ["IDR"])
    }

    @Test func unitNamesAreLimited() {
        let units = (0..<100).map { [UInt8($0 % 2 == 0 ? 0x41 : 6)] }
        var writer = ByteWriter()
        for unit in units {
            writer.write(UInt32(1))
            writer.write(contentsOf: unit)
        }
        let names = BitstreamSyntax.avc(lengthSize: 4).unitNames(of: ByteSlice(copying: writer.bytes), limit: 8)
        #expect(names.count == 8)
    }
}
