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

    /// A library of a folder, and the keys of its results.
    private struct Served {
        let library: MovieLibrary
        let clock = VirtualClock()
        private let results: AsyncStream<LibraryKey>

        init(_ path: String, _ configuration: MovieLibrary.Configuration = MovieLibrary.Configuration()) throws {
            library = MovieLibrary([try #require(MovieFolder(path))], configuration, clock: clock)
            let (results, continuation) = AsyncStream.makeStream(of: LibraryKey.self)
            self.results = results
            library.notify { continuation.yield($0) }
        }

        /// Waits for the next result, and looks up a movie.
        func next(_ movie: String) async throws -> MovieLibrary.Current? {
            for await _ in results { break }
            return try await current(movie)
        }

        /// Looks up a movie, and again when the pending result is there.
        func current(_ movie: String) async throws -> MovieLibrary.Current? {
            for _ in 0..<2 {
                switch library.current(movie) {
                case .found(let current): return current
                case .pending:
                    for await key in results {
                        #expect(key == .movie(movie))
                        break
                    }
                case .missing: return nil
                case .failed(let error): throw error
                case .busy: throw Busy()
                }
            }
            throw Busy()
        }
    }

    private struct Busy: Error {}

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
            configuration.options.interval = .seconds(1)
            let first = try #require(try await Served(path, configuration).current("movie.mp4"))
            #expect(first.presentation.isExamined)
            let expected = try await PackagedMovie(file, configuration.options)
            #expect(differences(first.presentation, expected).isEmpty)

            configuration.examinationTime = .zero
            let served = try Served(path, configuration)
            var second = try #require(try await served.current("movie.mp4"))
            while !second.presentation.isExamined { second = try #require(try await served.next("movie.mp4")) }
            #expect(second.version != first.version)
            #expect(differences(second.presentation, expected).isEmpty)
            // Players continue with the URLs that they have.
            guard case .found(let former) = served.library.presentation(of: "movie.mp4", first.version) else {
                throw Busy()
            }
            #expect(!former.isExamined && !former.hasEqualFiles(second.presentation))
        }
    }

    @Test func samplesThatAreWhatTheTablesSayKeepTheVersion() async throws {
        try await withFolder { path in
            try movie.write(to: URL(filePath: path + "/movie.mp4"))
            var configuration = MovieLibrary.Configuration()
            configuration.examinationTime = .zero
            let first = try #require(try await Served(path).current("movie.mp4"))
            let served = try Served(path, configuration)
            var second = try #require(try await served.current("movie.mp4"))
            while !second.presentation.isExamined { second = try #require(try await served.next("movie.mp4")) }
            #expect(second.version == first.version)
        }
    }

    @Test func changedMovieHasAnotherVersion() async throws {
        try await withFolder { path in
            let file = URL(filePath: path + "/movie.mp4")
            try movie.write(to: file)
            let served = try Served(path)
            let first = try #require(try await served.current("movie.mp4"))
            guard case .found(let same) = served.library.presentation(of: "movie.mp4", first.version) else {
                throw Busy()
            }
            #expect(same === first.presentation)

            // Replaced in one step: what is mapped stays as it was.
            try (movie + Data([0, 0, 0, 8] + "free".utf8)).write(to: file, options: .atomic)
            served.clock.advance(by: .seconds(3))
            let second = try #require(try await served.current("movie.mp4"))
            #expect(second.version != first.version)
            #expect(first.presentation.file.isComplete)
            guard case .missing = served.library.presentation(of: "movie.mp4", first.version) else { throw Busy() }

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
            let served = try Served(path + "/movies")
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
