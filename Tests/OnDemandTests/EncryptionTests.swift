import Foundation
import Media
import OnDemand
import PackagingStages
import ProtectionStages
import ScriptedMedia
import StageKit
import Testing

@Suite struct EncryptionTests {
    private func options(_ method: SegmentProtection.Method, _ path: String) -> MoviePresentationOptions {
        var encryption = EncryptSegments.Options()
        encryption.method = method
        encryption.keys.file = path + "/keys.json"
        encryption.keyURI = "keys/{kid}"
        var options = MoviePresentationOptions()
        options.encryption = encryption
        return options
    }

    private func writeKeys(_ path: String, _ digit: Int = 3) throws {
        let text = String(repeating: "\(digit)", count: 32)
        try Data(#"{ "keys": [{ "kid": "\#(text)", "key": "0123456789abcdef0123456789abcdef" }] }"#.utf8)
            .write(to: URL(filePath: path + "/keys.json"))
        chmod(path + "/keys.json", 0o600)
    }

    /// The media of a movie, which must not occur in any file.
    private static let secret = [UInt8]("these bytes of audio must not be sent without encryption".utf8)

    private func movie(gap: Bool = false) throws -> Data {
        var audio = Script.audio(packets: 900, rate: 48_000, priming: 1024)
        for index in audio.samples.indices {
            audio.samples[index].bytes = ByteSlice(copying: Self.secret + Self.secret + [UInt8(index & 0xff)])
        }
        if gap { audio.samples.removeSubrange(300..<380) }
        return Data(try Script.write([audio]).bytes)
    }

    @Test func responsesShareOneMemory() async throws {
        try await withFolder { path in
            try movie().write(to: URL(filePath: path + "/movie.mp4"))
            try writeKeys(path)
            let presentation = try openPresentation(path + "/movie.mp4", options(.cbcs, path))
            let file = try #require(presentation["audio/segment-00001.m4s"])
            let memory = ResponseMemory(limit: file.count * 3 / 2)
            var first = try presentation.content(of: file, in: 0..<file.count, memory)
            #expect(first != nil && memory.usedBytes == file.count)
            #expect { try presentation.content(of: file, in: 0..<file.count, memory) } throws: {
                ($0 as? StageError)?.code == .memoryFull
            }
            first = nil
            #expect(memory.usedBytes == 0)
            #expect {
                try presentation.content(of: file, in: 0..<file.count, ResponseMemory(limit: file.count - 1))
            } throws: {
                ($0 as? StageError)?.code == .limitReached
            }
        }
    }

    @Test(arguments: [SegmentProtection.Method.aes128, .cbcs])
    func filesEqualThoseOfSegment(method: SegmentProtection.Method) async throws {
        try await withFolder { path in
            try writeKeys(path)
            for hasGap in [false, true] {
                try movie(gap: hasGap).write(to: URL(filePath: path + "/movie.mp4"))
                let options = options(method, path)
                let packaged = try await PackagedMovie(path + "/movie.mp4", options)
                #expect(packaged.files.count >= 5)
                let presentation = try openPresentation(path + "/movie.mp4", options)
                #expect(differences(presentation, packaged).isEmpty, "\(method)")
                for name in presentation.paths {
                    let file = try #require(presentation[name])
                    let bytes = try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes
                    #expect(Data(bytes).firstRange(of: Data(Self.secret)) == nil, "\(name)")
                }
            }
        }
    }

    @Test func otherKeysHaveOtherURLs() async throws {
        try await withFolder { path in
            try movie().write(to: URL(filePath: path + "/movie.mp4"))
            var settings = PresentationSettings()
            settings.encryption = EncryptionOption()
            settings.encryption?.options = try #require(options(.cbcs, path).encryption)
            var versions: Set<MovieVersion> = []
            for digit in [3, 4, 4] {
                try writeKeys(path, digit)
                let served = try ServedLibrary(path, settings)
                versions.insert(try #require(try await served.current("movie.mp4")).version)
            }
            #expect(versions.count == 2)
            try FileManager.default.removeItem(atPath: path + "/keys.json")
            let served = try ServedLibrary(path, settings)
            await #expect(throws: StageError.self) { _ = try await served.current("movie.mp4") }
        }
    }

    @Test func vectorsThatDependOnEarlierSegmentsAreRejected() throws {
        var encryption = EncryptSegments.Options()
        encryption.keys.file = "keys.json"
        encryption.method = .cenc
        #expect(RequestedEncryption.contradiction(encryption) != nil)
        encryption.method = .cbcs
        #expect(RequestedEncryption.contradiction(encryption) == nil)
        encryption.rotation = RotationOption()
        #expect(RequestedEncryption.contradiction(encryption) != nil)
    }
}
