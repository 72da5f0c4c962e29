import MPEGTransport
import Media
import Testing

struct AudioFrameHeaderTests {
    private func read(_ coding: StreamCoding, _ bytes: [UInt8]) -> AudioFrameHeader? {
        AudioFrameHeader(coding, bytes + [UInt8](repeating: 0, count: 64))
    }

    @Test func adtsHeaderHasLengthAndRate() throws {
        // 48 kHz, stereo, 371 bytes.
        let frame = try #require(read(.adts, [0xff, 0xf1, 0x4c, 0x80, 0x2e, 0x7f, 0xfc]))
        #expect(frame.byteCount == 371)
        #expect(frame.sampleCount == 1024)
        #expect(frame.sampleRate == 48_000)
    }

    @Test func adtsFrameShorterThanItsHeaderIsRejected() {
        #expect(read(.adts, [0xff, 0xf1, 0x4c, 0x80, 0x00, 0x7f, 0xfc]) == nil)
        #expect(read(.adts, [0xff, 0xf1, 0x7c, 0x80, 0x2e, 0x7f, 0xfc]) == nil, "a reserved rate")
    }

    @Test(arguments: [(UInt8(0x14), 768), (0x1c, 1536), (0x54, 834), (0x55, 836)])
    func ac3FrameSizeIsFromItsTable(_ code: UInt8, _ bytes: Int) throws {
        let frame = try #require(read(.ac3, [0x0b, 0x77, 0, 0, code, 0x40, 0x43, 0]))
        #expect(frame.byteCount == bytes)
        #expect(frame.sampleCount == 1536)
    }

    @Test func dependentEAC3FrameHasNoDuration() throws {
        let independent = try #require(read(.ec3, [0x0b, 0x77, 0x00, 0xff, 0x34, 0x86, 0, 0, 0]))
        let dependent = try #require(read(.ec3, [0x0b, 0x77, 0x40, 0xff, 0x34, 0x86, 0, 0, 0]))
        #expect(independent.byteCount == 512)
        #expect(independent.sampleCount == 1536)
        #expect(dependent.sampleCount == 0)
    }

    @Test(
        arguments: [
            // MPEG-1 layer III: 128 kbit/s at 44.1 kHz, without and with padding; layer II: 192 kbit/s at 48 kHz.
            ([0xff, 0xfb, 0x90, 0x00], 417, 1152, 44_100), ([0xff, 0xfb, 0x92, 0x00], 418, 1152, 44_100),
            ([0xff, 0xfd, 0xa4, 0x00], 576, 1152, 48_000),
            // MPEG-2 layer III: 64 kbit/s at 24 kHz; MPEG-1 layer I: 384 kbit/s at 48 kHz.
            ([0xff, 0xf3, 0x84, 0x00], 192, 576, 24_000), ([0xff, 0xff, 0xc4, 0x00], 384, 384, 48_000),
        ] as [([UInt8], Int, Int, Int)])
    func mpegAudioFrameSizeIsFromItsRate(_ header: [UInt8], _ bytes: Int, _ samples: Int, _ rate: Int) throws {
        let frame = try #require(read(.mpegAudio, header))
        #expect(frame.byteCount == bytes)
        #expect(frame.sampleCount == samples)
        #expect(frame.sampleRate == rate)
    }

    @Test func freeAndReservedMPEGAudioRatesAreRejected() {
        #expect(read(.mpegAudio, [0xff, 0xfb, 0x00, 0x00]) == nil)
        #expect(read(.mpegAudio, [0xff, 0xfb, 0xf0, 0x00]) == nil)
    }
}
