import Media
import Testing

@Suite struct MPEGAudioInformationTests {
    /// A frame of 128 kbit/s, 44.1 kHz, with an information header after its side information.
    private static func frame(
        _ name: String, flags: UInt8, fields: [UInt8], mode: UInt8 = 0x64, version: UInt8 = 0xfb, side: Int = 32,
        encoder: [UInt8]
    ) -> [UInt8] {
        [0xff, version, 0x90, mode] + [UInt8](repeating: 0, count: side) + Array(name.utf8) + [0, 0, 0, flags] + fields
            + encoder
    }

    /// The encoder's name and version, twelve other bytes, a delay of 576 and padding of 1404 samples.
    private static let lame =
        Array("LAME3.100".utf8) + [UInt8](repeating: 7, count: 12) + [0x24, 0x05, 0x7c] + [0, 0, 0, 0]

    private static func read(_ bytes: [UInt8]) -> MPEGAudioInformation? {
        MPEGAudioInformation(ByteSlice(copying: bytes))
    }

    @Test func delayAndPaddingIncludeTheDecoderDelay() throws {
        let everything: [UInt8] = [0, 0, 0, 83, 0, 1, 0, 0] + [UInt8](repeating: 1, count: 100) + [0, 0, 0, 50]
        let information = try #require(
            Self.read(Self.frame("Xing", flags: 15, fields: everything, encoder: Self.lame)))
        #expect(information.frameCount == 83)
        #expect(information.priming == 576 + 529 && information.remainder == 1404 - 529)
    }

    @Test func fieldsAreFoundInMonoAndMPEG2() throws {
        let count: [UInt8] = [0, 0, 1, 2]
        for (mode, version, side) in [(0xc4, 0xfb, 17), (0x64, 0xf3, 17), (0xc4, 0xf3, 9)] as [(UInt8, UInt8, Int)] {
            let bytes = Self.frame(
                "Info", flags: 1, fields: count, mode: mode, version: version, side: side, encoder: Self.lame)
            #expect(Self.read(bytes)?.frameCount == 258 && Self.read(bytes)?.priming == 1105)
        }
        // A checksum of two bytes that the header does not count.
        let checked = Self.frame("Info", flags: 1, fields: count, version: 0xfa, side: 34, encoder: Self.lame)
        #expect(Self.read(checked)?.frameCount == 258)
    }

    @Test func headersWithoutAnExtensionHaveNoDelay() {
        let bytes = Self.frame("Info", flags: 1, fields: [0, 0, 0, 9], encoder: [UInt8](repeating: 0, count: 40))
        #expect(Self.read(bytes)?.frameCount == 9 && Self.read(bytes)?.priming == nil)
        let short = Self.frame("Info", flags: 0, fields: [], encoder: [0x4c])
        #expect(Self.read(short)?.frameCount == nil && Self.read(short)?.remainder == 0)
        let other =
            [0xff, 0xfb, 0x90, 0x64] + [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8)
            + [UInt8](repeating: 0, count: 10) + [0, 0, 2, 1] + [0]
        #expect(Self.read(other)?.frameCount == 513 && Self.read(other)?.priming == nil)
    }

    @Test func audioFramesAreNotInformationFrames() {
        #expect(Self.read([]) == nil && Self.read([0xff, 0xfb, 0x90, 0x64]) == nil)
        #expect(Self.read([0xff, 0xfb, 0x90, 0x64] + [UInt8](repeating: 0x55, count: 413)) == nil)
        let whole = Self.frame("Xing", flags: 15, fields: [UInt8](repeating: 1, count: 112), encoder: Self.lame)
        for length in 0..<44 { #expect(Self.read(Array(whole.prefix(length))) == nil) }
        for length in 44..<whole.count { _ = Self.read(Array(whole.prefix(length))) }
    }
}
