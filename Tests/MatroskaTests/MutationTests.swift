import Media
import Testing

@testable import Matroska

/// Files with random damage are read to their end with increasing times.
@Suite struct MutationTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 29 | state << 35
        }
    }

    private static let file: [UInt8] = {
        var builder = FileBuilder(isLive: true)
        let size = EBMLWriter.number(0xb0, 64) + EBMLWriter.number(0xba, 48)
        builder.tracks = [
            FileBuilder.audio(1, EBMLWriter.number(0x56aa, 1000)), FileBuilder.track(2, "S_TEXT/UTF8", type: 17),
            FileBuilder.track(
                3, "V_VP8", type: 1, EBMLWriter.element(0xe0, size) + EBMLWriter.number(0x23_e383, 40_000_000)),
        ]
        let laced = FileBuilder.frame(1) + FileBuilder.frame(2)
        let content =
            FileBuilder.simpleBlock(lacing: 1, [1, 208] + laced)
            + FileBuilder.simpleBlock(time: 52, lacing: 2, [1] + laced)
            + FileBuilder.simpleBlock(time: 104, lacing: 3, [1, 0x40, 208] + laced)
            + FileBuilder.simpleBlock(track: 3, time: 40, [0x10, 2, 0, 0x9d, 1, 0x2a])
            + EBMLWriter.element(
                0xa0,
                EBMLWriter.element(0xa1, FileBuilder.block(track: 2, [65, 66])) + EBMLWriter.number(0x9b, 20))
        builder.clusters = (0..<6).flatMap {
            FileBuilder.cluster(UInt64($0) * 160, content, isLive: $0.isMultiple(of: 2))
        }
        return builder.bytes
    }()

    @Test(arguments: 0..<20) func damagedFilesAreReadToTheEnd(seed: Int) throws {
        var generator = Generator(state: UInt64(seed) &* 977 &+ 3)
        for _ in 0..<200 {
            var bytes = Self.file
            for _ in 0..<Int.random(in: 1...6, using: &generator) { mutate(&bytes, &generator) }
            guard let reading = try? Reading(bytes) else { continue }
            for track in reading.demultiplexer.tracks.compactMap(\.track) where track.mediaType != .text {
                let samples = reading.samples(of: track.id.rawValue)
                #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTicks < $1.decodeTicks })
                #expect(samples.allSatisfy { $0.duration > 0 && $0.presentationOffset >= 0 })
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout Generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = 0xff
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 40))
        case 3: bytes.insert(contentsOf: Self.file.prefix(Int.random(in: 1...200, using: &generator)), at: place)
        default: for index in place..<min(bytes.count, place + 8) { bytes[index] = 0xff }
        }
        if bytes.isEmpty { bytes = [0] }
    }
}
