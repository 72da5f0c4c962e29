import Foundation
import OutsidePrograms
import Testing

@testable import GStreamerStages

@Suite struct MatroskaTracksTests {
    private static func element(_ id: [UInt8], _ content: [UInt8], size: [UInt8]? = nil) -> [UInt8] {
        id + (size ?? [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xff)]) + content
    }

    private static func track(_ number: UInt8, type: UInt8, codec: String, delay: [UInt8]) -> [UInt8] {
        element(
            [0xae],
            element([0xd7], [number]) + element([0x83], [type]) + element([0x86], Array(codec.utf8))
                + element([0x56, 0xaa], delay))
    }

    /// Returns a file with one video and several audio tracks, up to its first cluster.
    private static func file(segmentSize: [UInt8]? = nil) -> [UInt8] {
        let tracks =
            track(1, type: 1, codec: "V_MPEG4/ISO/AVC", delay: [1, 0])
            + track(2, type: 2, codec: "A_AAC", delay: [0x01, 0x45, 0x85, 0x55])
            + track(3, type: 2, codec: "A_OPUS", delay: [0x63, 0x2e, 0xa0])
            + track(9, type: 2, codec: "A_MPEG/L3", delay: [0x0f, 0x42, 0x40])
        let content =
            element([0xec], [0, 0, 0]) + element([0x16, 0x54, 0xae, 0x6b], tracks)
            + element([0x1f, 0x43, 0xb6, 0x75], [0, 0])
        return element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x82, 0x81, 0x77])
            + element([0x18, 0x53, 0x80, 0x67], content, size: segmentSize)
    }

    private static func delays(_ bytes: [UInt8]) throws -> MatroskaTracks {
        let folder = try TestFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path("movie.mkv")))
        return MatroskaTracks(path: folder.path("movie.mkv"))
    }

    @Test(arguments: [nil, [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]] as [[UInt8]?])
    func delaysBelongToTheNumbersOfAudioTracksButOpus(segmentSize: [UInt8]?) throws {
        let delays = try Self.delays(Self.file(segmentSize: segmentSize))
        #expect(delays.delays == [2: 21_333_333, 9: 1_000_000])
        #expect(delays.delay(ofStream: "4e9fe980/002:1114240626805975253") == 21_333_333)
        #expect(delays.delay(ofStream: "4e9fe980/001:7") == 0 && delays.delay(ofStream: nil) == 0)
    }

    @Test func codecsBelongToTheNumbersOfTracks() throws {
        let tracks = try Self.delays(Self.file())
        #expect(tracks.codecs.mapValues(\.id) == [1: "V_MPEG4/ISO/AVC", 2: "A_AAC", 3: "A_OPUS", 9: "A_MPEG/L3"])
        #expect(tracks.codec(ofStream: "4e9fe980/009:7")?.id == "A_MPEG/L3")
        #expect(tracks.codec(ofStream: "4e9fe980/video") == nil)
    }

    @Test func damagedAndOtherFilesHaveNoDelays() throws {
        let file = Self.file()
        for length in 0..<file.count { _ = try Self.delays(Array(file.prefix(length))) }
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 0xff
            _ = try Self.delays(damaged)
        }
        #expect(try Self.delays(Array("no movie at all, only text".utf8)).delays.isEmpty)
        #expect(MatroskaTracks(path: "/nonexistent/movie.mkv").delays.isEmpty)
    }
}
