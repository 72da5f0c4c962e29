import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageTesting
import SystemFiles
import Testing

@Suite struct LibraryTests {
    private let movie: Data

    init() throws {
        movie = Data(
            try Script.write([
                Script.reorderedVideo(frames: 300).withPictures, .audio(packets: 400, rate: 48_000, priming: 0),
            ]).bytes)
    }

    /// A movie whose every second sync sample is none, by its bytes.
    private func movieWithFalseSyncSamples() throws -> Data {
        var video = Script.video(frames: 900, rate: (30, 1), syncEvery: 30).withPictures
        for index in video.samples.indices where index % 60 == 30 {
            let count = video.samples[index].bytes.count - 4
            video.samples[index].bytes = ByteSlice(
                copying: [0, 0, 0, UInt8(count), 0x41] + [UInt8](repeating: 1, count: count - 1))
        }
        return Data(try Script.write([video, .audio(packets: 1400, rate: 48_000, priming: 0)]).bytes)
    }

    @Test func samplesThatDifferFromTheTablesChangeTheVersion() async throws {
        try await withFolder { path in
            let file = path + "/movie.mp4"
            try movieWithFalseSyncSamples().write(to: URL(filePath: file))
            var configuration = MovieLibrary.Configuration()
            var settings = PresentationSettings()
            settings.interval = .seconds(1)
            let first = try #require(try await ServedLibrary(path, settings, configuration).current("movie.mp4"))
            #expect(first.presentation.isExamined)
            let expected = try await PackagedMovie(file, .interval(1))
            #expect(differences(first.presentation, expected).isEmpty)

            configuration.examinationTime = .zero
            let served = try ServedLibrary(path, settings, configuration)
            var second = try #require(try await served.current("movie.mp4"))
            while !second.presentation.isExamined { second = try #require(try await served.next("movie.mp4")) }
            #expect(second.version != first.version)
            #expect(differences(second.presentation, expected).isEmpty)
            // Players continue with the URLs that they have.
            guard
                case .found(let former) = served.library.presentation(
                    of: PresentationRequest("movie.mp4"), first.version)
            else {
                throw ServedLibrary.Busy()
            }
            #expect(!former.isExamined && !former.hasEqualFiles(second.presentation))
        }
    }

    @Test func samplesThatAreWhatTheTablesSayKeepTheVersion() async throws {
        try await withFolder { path in
            try movie.write(to: URL(filePath: path + "/movie.mp4"))
            var configuration = MovieLibrary.Configuration()
            configuration.examinationTime = .zero
            let settings = PresentationSettings()
            let first = try #require(try await ServedLibrary(path).current("movie.mp4"))
            let served = try ServedLibrary(path, settings, configuration)
            var second = try #require(try await served.current("movie.mp4"))
            while !second.presentation.isExamined { second = try #require(try await served.next("movie.mp4")) }
            #expect(second.version == first.version)
        }
    }

    @Test func changedMovieHasAnotherVersion() async throws {
        try await withFolder { path in
            let file = URL(filePath: path + "/movie.mp4")
            try movie.write(to: file)
            let served = try ServedLibrary(path)
            let first = try #require(try await served.current("movie.mp4"))
            guard
                case .found(let same) = served.library.presentation(of: PresentationRequest("movie.mp4"), first.version)
            else {
                throw ServedLibrary.Busy()
            }
            #expect(same === first.presentation)

            // Replaced in one step: what is mapped stays as it was.
            try (movie + Data([0, 0, 0, 8] + "free".utf8)).write(to: file, options: .atomic)
            served.clock.advance(by: .seconds(3))
            let second = try #require(try await served.current("movie.mp4"))
            #expect(second.version != first.version)
            #expect(first.presentation.isComplete)
            guard case .missing = served.library.presentation(of: PresentationRequest("movie.mp4"), first.version)
            else {
                throw ServedLibrary.Busy()
            }

            // Overwritten in place: noticed at the next lookup.
            try movie.write(to: file)
            let third = try #require(try await served.current("movie.mp4"))
            #expect(third.version != second.version)
        }
    }

    @Test func onlyRegularFilesInsideTheFolderAreOpened() async throws {
        try await withFolder { path in
            let manager = FileManager.default
            try manager.createDirectory(atPath: path + "/movies/inner", withIntermediateDirectories: true)
            try movie.write(to: URL(filePath: path + "/movies/inner/movie.mp4"))
            try movie.write(to: URL(filePath: path + "/secret.mp4"))
            try manager.createSymbolicLink(atPath: path + "/movies/out.mp4", withDestinationPath: path + "/secret.mp4")
            try manager.createSymbolicLink(atPath: path + "/movies/up", withDestinationPath: "..")
            try manager.createSymbolicLink(atPath: path + "/movies/in.mp4", withDestinationPath: "inner/movie.mp4")
            #expect(mkfifo(path + "/movies/pipe.mp4", 0o600) == 0)
            let served = try ServedLibrary(path + "/movies")
            for name in ["inner/movie.mp4", "in.mp4"] { #expect(try await served.current(name) != nil) }
            for name in [
                "out.mp4", "up/secret.mp4", "../secret.mp4", "pipe.mp4", "inner", "absent.mp4", path + "/secret.mp4",
                "in.mp4\u{0}", "",
            ] {
                #expect(try await served.current(name) == nil, "\(name)")
            }
        }
    }
}
