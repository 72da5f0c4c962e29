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
