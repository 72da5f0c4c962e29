import Media
import Testing

@testable import Matroska

@Suite struct EBMLTests {
    private func number(_ bytes: [UInt8]) -> EBMLBytes.Number? {
        EBMLBytes(ByteSlice(copying: bytes)).number(at: 0, end: bytes.count)
    }

    @Test(
        arguments: [
            ([0x81], 1, 1), ([0x40, 0x02], 2, 2), ([0x10, 0, 0, 0x7f], 4, 0x7f), ([1, 0, 0, 0, 0, 0, 1, 0], 8, 256),
        ] as [([UInt8], Int, UInt64)])
    func numbersHaveOneToEightBytes(_ bytes: [UInt8], _ length: Int, _ value: UInt64) {
        #expect(number(bytes)?.length == length && number(bytes)?.value == value)
        #expect(number(bytes)?.isUnknown == false)
        #expect(number(bytes.dropLast()) == nil)
    }

    @Test func allBitsMeanAnUnknownSize() {
        #expect(number([0xff])?.isUnknown == true && number([1] + Array(repeating: 0xff, count: 7))?.isUnknown == true)
        #expect(number([0]) == nil && number([]) == nil)
    }

    @Test func valuesOfEmptyElementsAreZero() throws {
        let element = try #require(EBMLElement(EBMLBytes(ByteSlice(copying: [0xd7, 0x80])), at: 0, end: 2))
        #expect(element.unsigned == 0 && element.signed == 0 && element.float == 0 && element.text == "")
    }

    @Test func signedNumbersAreExtended() throws {
        let bytes = EBMLWriter.element(0x75a2, [0xff, 0xfe])
        let element = try #require(EBMLElement(EBMLBytes(ByteSlice(copying: bytes)), at: 0, end: bytes.count))
        #expect(element.signed == -2 && element.unsigned == 0xfffe && element.float == nil)
    }

    @Test func elementsEndWithTheirParent() throws {
        let bytes = EBMLBytes(ByteSlice(copying: [0xd7, 0x84, 1, 2]))
        let element = try #require(EBMLElement(bytes, at: 0, end: 4))
        #expect(element.isCutOff && element.contentSize == 2)
        let unsized = try #require(EBMLElement(EBMLBytes(ByteSlice(copying: [0xd7, 0xff, 1, 2])), at: 0, end: 4))
        #expect(unsized.hasUnknownSize && !unsized.isCutOff && unsized.contentSize == 2)
    }
}
