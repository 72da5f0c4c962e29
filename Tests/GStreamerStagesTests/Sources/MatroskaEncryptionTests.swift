import Foundation
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct MatroskaEncryptionTests {
    /// An element with a size of one byte.
    private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + [0x80 | UInt8(content.count)] + content }

    /// A file with one track, whose entry has `fields` in addition to its number.
    private func file(_ fields: [UInt8]) throws -> (folder: TestFolder, path: String) {
        let folder = try TestFolder()
        let track = element([0xae], element([0xd7], [7]) + fields)
        let tracks = element([0x16, 0x54, 0xae, 0x6b], track)
        let bytes = element([0x1a, 0x45, 0xdf, 0xa3], []) + element([0x18, 0x53, 0x80, 0x67], tracks)
        let path = folder.path("movie.webm")
        try Data(bytes).write(to: URL(filePath: path))
        return (folder, path)
    }

    private func encodings(_ fields: [UInt8]) -> [UInt8] { element([0x6d, 0x80], element([0x62, 0x40], fields)) }

    @Test func anEncryptedTrackIsRefusedByThatName() async throws {
        // ContentEncodingType 1, or the encryption itself.
        for fields in [element([0x50, 0x33], [1]), element([0x50, 0x35], element([0x47, 0xe1], [5]))] {
            let (folder, path) = try file(encodings(fields))
            defer { withExtendedLifetime(folder) {} }
            let error = await #expect(throws: StageError.self) { try await FileReadTests.read(path) }
            #expect(error?.code == .unsupportedMedia)
            #expect(error?.message.contains("track 7") == true && error?.message.contains("encrypted") == true)
        }
    }

    @Test func compressionIsNoEncryption() throws {
        // ContentEncodingType 0 with header stripping, as mkvmerge writes it.
        let compression = element([0x50, 0x33], [0]) + element([0x50, 0x34], element([0x42, 0x54], [3]))
        for fields in [encodings(compression), []] {
            let (folder, path) = try file(fields)
            defer { withExtendedLifetime(folder) {} }
            #expect(MatroskaEncryption(path: path).tracks.isEmpty)
            try MatroskaEncryption.validate(path)
        }
    }
}
