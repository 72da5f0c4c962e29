import Foundation
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

/// The audio of program streams of surveillance cameras.
@Suite struct ProgramStreamAudioTests {
    private static let codings: [(type: UInt8, name: String?)] = [
        (0x03, nil), (0x90, "G.711 A-law"), (0x91, "G.711 µ-law"), (0x99, "G.729"),
    ]

    @Test(arguments: codings)
    func codingThatTheDemuxerIgnoresIsNamed(type: UInt8, name: String?) async throws {
        let folder = try TestFolder()
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
            "sine=440:duration=2", "-c:v", "libx264", "-c:a", "mp2", "-f", "vob", folder.path("a.mpg"))
        let camera = Self.inserting(Self.map(audio: type), in: try Array(Data(contentsOf: folder.url("a.mpg"))))
        try Data(camera).write(to: folder.url("camera.mpg"))
        #expect(ProgramStreamMap.unreadAudio(path: folder.path("camera.mpg")) == name)
        guard let name else { return }
        let reading = try await ContainerReading(folder.path("camera.mpg"))
        #expect(reading.failure?.code == .unsupportedMedia)
        #expect(reading.failure?.message.contains("\(name)") == true, "\(String(describing: reading.failure))")
        #expect(reading.failure?.message.contains("allow-missing") == true)
    }

    @Test func fileOfHikvisionHasG711WithoutAMap() {
        let header = Array("IMKH".utf8) + [UInt8](repeating: 0, count: 36)
        let pack: [UInt8] = [0, 0, 1, 0xba] + [UInt8](repeating: 0xff, count: 40)
        #expect(ProgramStreamMap.unreadAudio(header + pack) == "G.711 A-law")
        #expect(ProgramStreamMap.unreadAudio(header + pack + Self.map(audio: 0x0f)) == nil)
        #expect(ProgramStreamMap.unreadAudio(pack) == nil)
    }

    @Test func cutMapsAreNoMaps() {
        let pack: [UInt8] = [0, 0, 1, 0xba]
        let map = Self.map(audio: 0x90)
        for count in 0..<map.count { #expect(ProgramStreamMap.unreadAudio(pack + map.prefix(count)) == nil) }
        for index in 4..<map.count - 4 {
            var damaged = map
            damaged[index] = 0xff
            _ = ProgramStreamMap.unreadAudio(pack + damaged)
        }
    }

    /// A map with H.264 and this type of audio; its checksum is not examined.
    private static func map(audio type: UInt8) -> [UInt8] {
        let streams: [UInt8] = [0x1b, 0xe2, 0, 0, type, 0xc0, 0, 0]
        let body: [UInt8] = [0xe1, 0xff, 0, 0, 0, UInt8(streams.count)] + streams + [0, 0, 0, 0]
        return [0, 0, 1, 0xbc, 0, UInt8(body.count)] + body
    }

    private static func inserting(_ map: [UInt8], in stream: [UInt8]) -> [UInt8] {
        // ffmpeg's number for H.264.
        guard let first = stream.firstRange(of: [0, 0, 1, 0xe2])?.lowerBound else { return [] }
        return Array(stream[..<first]) + map + Array(stream[first...])
    }
}
