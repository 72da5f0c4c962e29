import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// QuickTime movies that refer to samples in another file, by `sampleReferenceBaseURL`.
@Suite struct SampleReferenceTests {
    private func source(in folder: TestFolder) throws -> Asset {
        try FileManager.default.createDirectory(at: folder.url("data/deep"), withIntermediateDirectories: true)
        return try Asset(url: AssetTestMovies.make(folder, "data/deep/movie 1.mov", seconds: 4))
    }

    private func hashes(_ path: String, _ selection: String) throws -> [String] {
        try command(
            "ffprobe", "-v", "error", "-enable_drefs", "1", "-of", "csv=p=0", "-select_streams", selection,
            "-show_data_hash", "md5", "-show_entries", "packet=data_hash", path
        ).split(separator: "\n").map(String.init).filter { $0.contains("MD5") }
    }

    @Test(arguments: [false, true]) func theMovieRefersToTheFileBelowTheBase(isForNetworkUse: Bool) async throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        let writer = try await asset.passThrough(to: folder.path("movie.mov")) { writer, inputs in
            writer.shouldOptimizeForNetworkUse = isForNetworkUse
            for input in inputs { input.sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.root.path) }
        }
        #expect(writer.status == .completed, "\(writer.error?.message ?? "")")
        let bytes = try Data(contentsOf: folder.url("movie.mov"))
        #expect(bytes.count < 10_000 && bytes.range(of: Data("data/deep/movie 1.mov".utf8)) != nil)
        for selection in ["v", "a"] {
            let expected = try hashes(folder.path("data/deep/movie 1.mov"), selection)
            #expect(expected.count > 100)
            #expect(try hashes(folder.path("movie.mov"), selection) == expected)
        }
    }

    @Test func referencedAndCopiedTracksCanBeCombined() async throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        let writer = try await asset.passThrough(to: folder.path("movie.mov")) { _, inputs in
            inputs[0].sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.root.path)
        }
        #expect(writer.status == .completed)
        let sound = asset.tracks(withMediaType: .audio)[0].totalSampleDataLength
        let size = try Data(contentsOf: folder.url("movie.mov")).count
        #expect(Int64(size) > sound && Int64(size) < sound + 10_000)
        #expect(try hashes(folder.path("movie.mov"), "v") == hashes(folder.path("data/deep/movie 1.mov"), "v"))
    }

    @Test func externalReferencesAreReportedByReader() async throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        _ = try await asset.passThrough([.video], to: folder.path("movie.mov")) { _, inputs in
            inputs[0].sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.root.path)
        }
        let track = try #require(try Asset(url: FileURL(fileURLWithPath: folder.path("movie.mov"))).tracks.first)
        let output = AssetReaderTrackOutput(track: track, outputSettings: nil)
        #expect(output.configurationError?.message.contains("are in another file") == true)
    }

    @Test func samplesThatAreNotBelowTheBaseAreRefused() async throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        try FileManager.default.createDirectory(at: folder.url("data/dee"), withIntermediateDirectories: true)
        let writer = try await asset.passThrough([.video], to: folder.path("movie.mov")) { _, inputs in
            inputs[0].sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.path("data/dee"))
        }
        #expect(writer.status == .failed && writer.error?.message.contains("not below it") == true)
    }

    @Test func aBaseThatIsNotThereFailsTheStart() async throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        let writer = try await asset.passThrough([.video], to: folder.path("movie.mov")) { _, inputs in
            inputs[0].sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.path("none"))
        }
        #expect(writer.status == .failed && writer.error?.message.contains("which does not exist") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("movie.mov")))
    }

    @Test func samplesInMemoryAreInNoFileThatCouldBeReferredTo() throws {
        let folder = try TestFolder()
        let asset = try source(in: folder)
        let (_, output) = try asset.reading(.video, nil)
        var sample = try #require(output.nextSample())
        sample.bytes = ByteSlice(copying: sample.bytes.bytes)
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("movie.mov")), fileType: .mov)
        let input = AssetWriterInput(passingThrough: try #require(output.track.mediaTrack))
        input.sampleReferenceBaseURL = FileURL(fileURLWithPath: folder.root.path)
        #expect(writer.add(input) && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(!input.append(sample))
        #expect(writer.error?.message.contains("is not in a file") == true)
    }
}
