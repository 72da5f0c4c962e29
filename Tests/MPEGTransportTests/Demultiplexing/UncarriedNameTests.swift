import MPEGTransport
import Media
import Testing

/// The names of streams that are not demultiplexed.
@Suite struct UncarriedNameTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var type: UInt8 = 0x06
        var descriptors: [UInt8] = []
        /// The start of the first PES packet.
        var bytes: [UInt8] = [1]
        var name: String
        var mediaType: MediaType?
        var testDescription: String { "\(type) \(descriptors) \(name)" }

        static func registered(_ format: String, _ name: String, _ mediaType: MediaType) -> Shape {
            Shape(descriptors: [5, 4] + Array(format.utf8), name: name, mediaType: mediaType)
        }

        static func unnamed(_ bytes: [UInt8], _ name: String) -> Shape {
            Shape(bytes: bytes + [UInt8](repeating: 1, count: 20), name: name, mediaType: .video)
        }
    }

    static let shapes: [Shape] = [
        Shape(type: 0x2d, name: "MPEG-H audio", mediaType: .audio),
        Shape(type: 0x2e, name: "MPEG-H audio", mediaType: .audio),
        Shape(type: 0x33, name: "VVC video", mediaType: .video),
        Shape(descriptors: [0x7f, 2, 0x15, 0], name: "AC-4 audio", mediaType: .audio),
        Shape(descriptors: [0x0a, 4, 100, 101, 117, 0, 0x7f, 2, 0x0e, 0], name: "DTS-HD audio", mediaType: .audio),
        Shape(descriptors: [0x7f, 2, 0x20, 0], name: "TTML subtitles"),
        .registered("AC-4", "AC-4 audio", .audio), .registered("AV01", "AV1 video", .video),
        .registered("VP09", "VP9 video", .video), .registered("drac", "Dirac video", .video),
        .registered("BSSD", "SMPTE 302M audio", .audio),
        .unnamed([0x82, 0x49, 0x83, 0x42], "VP9 video"), .unnamed([0xa2, 0x49, 0x83, 0x42], "VP9 video"),
        .unnamed([0x10, 2, 0, 0x9d, 0x01, 0x2a], "VP8 video"),
        .unnamed([0x12, 0x00, 0x0a, 0x0b], "AV1 video"), .unnamed([0, 0, 1, 0x12, 0x00, 0, 0, 1], "AV1 video"),
        Shape(bytes: [UInt8](repeating: 2, count: 20), name: "private data"),
    ]

    @Test(arguments: shapes) func streamIsNamed(shape: Shape) throws {
        var builder = StreamBuilder()
        builder.tables([
            (
                1, 4096,
                [.init(pid: 256, type: shape.type, descriptors: shape.descriptors), .init(pid: 257, type: 0x0f)]
            )
        ])
        builder.pes(256, id: 0xbd, presentation: 0, shape.bytes)
        for number in 0..<5 {
            builder.pes(
                257, id: 0xc0, presentation: Int64(number) * 1920, isBounded: true, Units.adts(UInt8(number)))
        }
        let found = try #require(Demultiplexed(builder.bytes))
        #expect(found.report.uncarried.map(\.name) == [shape.name])
        #expect(found.report.uncarried.map(\.mediaType) == [shape.mediaType])
        #expect(found.report.uncarried.map(\.packetCount) == [1])
        #expect(found.samples[0].count == 5)
    }
}
