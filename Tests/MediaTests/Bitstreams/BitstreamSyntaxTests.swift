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

    @Test func unregisteredAndForeignUserDataAreNotLCEVC() {
        let syntax = BitstreamSyntax.avc(lengthSize: 4)
        // Captions, another British provider, and data that are not registered.
        let others: [[UInt8]] = [
            [6, 4, 5, 0xb5, 0x00, 0x31, 0x47, 0x41, 0x80], [6, 4, 5, 0xb4, 0x00, 0x51, 0x00, 0xff, 0x80],
            [6, 5, 5, 0xb4, 0x00, 0x50, 0x00, 0xff, 0x80], [6, 4, 3, 0xb4, 0x00, 0x50, 0x80], [6], [6, 4, 255],
        ]
        for unit in others {
            #expect(syntax.unitNames(of: sample(unit)) == ["SEI"], "\(unit)")
            #expect(!syntax.hasLCEVCEnhancement(sample(unit)), "\(unit)")
        }
    }

    @Test func userDataOfLCEVCAreNamed() {
        // The second message is the enhancement; a byte prevents a start code in it.
        let messages: [UInt8] = [5, 1, 0xaa, 4, 8, 0xb4, 0x00, 0x50, 0x00, 0x00, 0x03, 0x01, 0x7b, 0xff, 0x80]
        let table: [(BitstreamSyntax, header: [UInt8], slice: [UInt8], name: String)] = [
            (.avc(lengthSize: 4), [6], [0x65, 1], "IDR"), (.hevc(lengthSize: 4), [0x4e, 1], [0x26, 1], "IDR_W_RADL"),
            (.hevc(lengthSize: 4), [0x50, 1], [0x26, 1], "IDR_W_RADL"),
            (.vvc(lengthSize: 4), [0, 0xb9], [0, 0x39], "IDR_W_RADL"),
        ]
        for (syntax, header, slice, name) in table {
            let bytes = sample(header + [5, 1, 0xaa, 0x80], header + messages, slice)
            #expect(syntax.unitNames(of: bytes) == ["SEI", "SEI(LCEVC)", name])
            #expect(syntax.hasLCEVCEnhancement(bytes) && !syntax.hasLCEVCEnhancement(sample(header, slice)))
        }
    }

    @Test func unitsOfLCEVCAreNamedAndAreNoSlices() {
        let table: [(BitstreamSyntax, slice: [UInt8], name: String)] = [
            (.avc(lengthSize: 4), [0x65, 1], "IDR"), (.hevc(lengthSize: 4), [0x26, 1], "IDR_W_RADL"),
            (.vvc(lengthSize: 4), [0, 0x39], "IDR_W_RADL"),
        ]
        for (syntax, slice, name) in table {
            let bytes = sample([0x7b, 0xff, 0, 0], slice, [0x79, 0xff, 0, 0])
            #expect(syntax.unitNames(of: bytes) == ["LCEVC_IDR", name, "LCEVC_NON_IDR"])
            #expect(syntax.hasLCEVCEnhancement(bytes) && syntax.entryPoint(bytes) == .closed)
            #expect(syntax.entryPoint(sample([0x7b, 0xff, 0, 0])) == EntryPoint.none)
            // Without the nine bits of 1, and of the reserved type 30.
            #expect(!syntax.hasLCEVCEnhancement(sample([0x7b, 0xfe], [0x7a, 0xff], [0x7d, 0xff], [0x7b])))
        }
        #expect(!BitstreamSyntax.av1.hasLCEVCEnhancement(sample([0x7b, 0xff])))
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
