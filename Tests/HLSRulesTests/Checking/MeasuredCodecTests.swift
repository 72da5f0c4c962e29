import Testing

@testable import HLSRules

@Suite struct MeasuredCodecTests {
    @Test(arguments: [("wma ", "wma"), ("avc1.64001F", "AVC1.64001f"), ("stpp.ttml.im1t", "stpp")])
    func namesOfTheSameCodecAgree(one: String, other: String) {
        #expect(MeasuredCodec(one).entry == MeasuredCodec(other).entry)
        #expect(MeasuredCodec(one).matches(MeasuredCodec(other)))
    }

    @Test func namesOfOtherCodecsDoNotAgree() {
        #expect(!MeasuredCodec("wma ").matches(MeasuredCodec("wma2")))
    }
}
