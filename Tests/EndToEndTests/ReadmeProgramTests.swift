import Foundation
import OutsidePrograms
import Testing

/// The programs of README.md, compiled with the libraries and run.
@Suite struct ReadmeProgramTests {
    /// The programs by name: blocks of Swift code with a file name.
    private static func programs() throws -> [String: String] {
        let text = try String(contentsOf: Sluice.package.appending(path: "README.md"), encoding: .utf8)
        let blocks = text.matches(of: /(?ms)^```swift (\w+)\.swift\n(.*?)^```/)
        return Dictionary(uniqueKeysWithValues: blocks.map { (String($0.1), String($0.2)) })
    }

    private func run(_ name: String, _ arguments: [String], in scratch: Scratch) async throws -> Outcome {
        let program = try #require(try Self.programs()[name])
        let folder = scratch.file(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let main = folder.appending(path: "main.swift")
        try Data(program.utf8).write(to: main)
        let path = try OutsideProgram.build("Readme\(name)", sources: [main])
        return try await scratch.run(path, arguments).succeeded()
    }

    private func movie(in scratch: Scratch) async throws -> URL {
        let movie = scratch.file("movie.mp4")
        let source = "testsrc2=duration=4:size=320x180:rate=25"
        _ = try await scratch.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-g", "25", "-c:v", "libx264", movie.path]
        ).succeeded()
        return movie
    }

    @Test func eachLibraryProductHasAProgram() throws {
        let description = try String(contentsOf: Sluice.package.appending(path: "Package.swift"), encoding: .utf8)
        let products = description.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        let programs = try Self.programs().keys
        #expect(Set(products) == Set(programs))
    }

    @Test func theWriterEncodesAMovieAsSegments() async throws {
        try await Scratch.use { scratch in
            let outcome = try await run("AssetWriting", [movie(in: scratch).path], in: scratch)
            let lines = outcome.output.split(separator: "\n")
            let types = lines.map { String($0.prefix { $0 != ":" }) }
            #expect(types == ["initialization", "separable", "separable"], "\(outcome)")
        }
    }

    @Test func theCompatibleWriterCopiesAMovie() async throws {
        try await Scratch.use { scratch in
            let copy = scratch.file("copy.mp4")
            _ = try await run("AVFoundationCompatibility", [movie(in: scratch).path, copy.path], in: scratch)
            let arguments = [
                "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
            ]
            let counted = try await scratch.run("ffprobe", arguments + [copy.path]).succeeded().output
            #expect(counted == "100\n")
        }
    }

    @Test func thePipelinePackagesAMovie() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("hls")
            let outcome = try await run("Sluice", [movie(in: scratch).path, folder.path], in: scratch)
            #expect(outcome.output.contains(": 2 segments\n"), "\(outcome)")
            let arguments = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"]
            let index = folder.appending(path: "index.m3u8").path
            let duration = try await scratch.run("ffprobe", arguments + [index]).succeeded().output
            #expect(duration.hasPrefix("4."), "\(duration)")
        }
    }

    @Test func theCoreCopiesAMovie() async throws {
        try await Scratch.use { scratch in
            let movie = try await movie(in: scratch)
            _ = try await run("AssetWritingCore", [movie.path, scratch.file("copy.mp4").path], in: scratch)
            var digests: [String] = []
            for file in [movie, scratch.file("copy.mp4")] {
                let arguments = ["-v", "error", "-i", file.path, "-f", "md5", "-"]
                digests.append(try await scratch.run("ffmpeg", arguments).succeeded().output)
            }
            #expect(digests[0] == digests[1] && digests[0].hasPrefix("MD5="))
        }
    }

    @Test func theDownloadHasTheVariantBelowTheLimit() async throws {
        try await Scratch.use { scratch in
            let presentation = try await scratch.segment(movie(in: scratch))
            let folder = scratch.file("download")
            try await Origin.serve(presentation.folder, in: scratch) { address in
                let outcome = try await run("AssetDownloading", [address + "index.m3u8", folder.path], in: scratch)
                #expect(outcome.output.contains(address), "\(outcome)")
            }
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(files.contains { $0.hasSuffix(".m4s") || $0.hasSuffix(".mp4") }, "\(files)")
        }
    }

    @Test func aStageIsRegisteredAndTested() async throws {
        try await Scratch.use { scratch in
            let registered = try await run("StageKit", [], in: scratch)
            #expect(registered.output == "audio.mute: Drops all audio frames.\n")
            let tested = try await run("StageTesting", [], in: scratch)
            #expect(tested.output == "conforms\n")
        }
    }
}
