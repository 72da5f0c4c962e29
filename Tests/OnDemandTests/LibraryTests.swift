import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageKit
import StageTesting
import Synchronization
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
    private func movieWithFalseSyncSamples(syncEvery: Int64 = 30) throws -> Data {
        var video = Script.video(frames: 900, rate: (30, 1), syncEvery: syncEvery).withPictures
        for index in video.samples.indices where index % 60 != 0 && Int64(index) % syncEvery == 0 {
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
            let tables = try #require(try await served.current("movie.mp4"))
            var second = tables
            while !second.presentation.isExamined { second = try #require(try await served.next("movie.mp4")) }
            #expect(second.version == first.version && second.version != tables.version)
            #expect(differences(second.presentation, expected).isEmpty)
            // Players continue with the URLs that they have.
            guard
                case .found(let former) = served.library.presentation(
                    of: PresentationRequest("movie.mp4"), tables.version)
            else {
                throw ServedLibrary.Busy()
            }
            #expect(former === tables.presentation && !second.presentation.hasEqualFiles(former))
        }
    }

    @Test(arguments: [1, 30] as [Int64]) func everyOpeningHasTheSameFilesByTheTables(syncEvery: Int64) async throws {
        try await withFolder { path in
            try movieWithFalseSyncSamples(syncEvery: syncEvery).write(to: URL(filePath: path + "/movie.mp4"))
            var configuration = MovieLibrary.Configuration()
            var contents: [[String: [UInt8]?]] = []
            var versions: Set<MovieVersion> = []
            // Nothing, and everything, is examined before the first response.
            for time in [Duration.zero, .milliseconds(2)] {
                configuration.examinationTime = time
                let served = try ServedLibrary(path, PresentationSettings(), configuration)
                var current = try #require(try await served.current("movie.mp4"))
                let version = versions.first ?? current.version
                versions.insert(version)
                while !current.presentation.isExamined { current = try #require(try await served.next("movie.mp4")) }
                #expect(current.version != version)
                guard
                    case .found(let tables) = served.library.presentation(of: PresentationRequest("movie.mp4"), version)
                else {
                    throw ServedLibrary.Busy()
                }
                contents.append(
                    Dictionary(
                        uniqueKeysWithValues: tables.paths.map { path in
                            (path, tables[path].flatMap { tables.bytes(of: $0, in: 0..<$0.count)?.bytes })
                        }))
            }
            #expect(contents[0].filter { $0.value == nil }.keys.sorted() == [])
            #expect(contents[0] == contents[1])
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

    /// `place` is a share of the file.
    @Test(arguments: [0.3, 0.5, 0.7, 1])
    func movieThatIsOverwrittenWithTheSameTimeHasAnotherVersion(place: Double) async throws {
        try await withFolder { path in
            let file = path + "/movie.mp4"
            // A box that no table names makes the movie larger than the parts that identify it.
            let movie = movie + Data([0, 0x10, 0, 0] + "free".utf8) + Data(count: (1 << 20) - 8)
            try movie.write(to: URL(filePath: file))
            let served = try ServedLibrary(path)
            let first = try #require(try await served.current("movie.mp4"))
            let date = try #require(FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date)
            var bytes = [UInt8](movie)
            let last = Int(Double(bytes.count - 1) * place)
            for index in last - bytes.count / 25...last { bytes[index] ^= 1 }
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
            let second = try #require(try await served.current("movie.mp4"))
            #expect(second.version != first.version)
            guard case .missing = served.library.presentation(of: PresentationRequest("movie.mp4"), first.version)
            else {
                throw ServedLibrary.Busy()
            }
        }
    }

    /// Null packets, which are recognized as a transport stream.
    private var transportStream: [UInt8] {
        (0..<40).flatMap { _ in [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184) }
    }

    @Test(arguments: ["ts", "m2ts"]) func subtitlesBesideConvertedMoviesAreKept(suffix: String) async throws {
        try await withFolder { path in
            try Data(transportStream).write(
                to: URL(filePath: path + "/movie.\(suffix)"))
            let text = Data("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n".utf8)
            for name in ["movie.en.vtt", "other.en.vtt"] { try text.write(to: URL(filePath: "\(path)/\(name)")) }
            let movie = movie
            var configuration = MovieLibrary.Configuration()
            configuration.cache = try MovieCache(folder: path + "/cache", limit: 1 << 30) {
                conversion throws(StageError) in
                _ = FileManager.default.createFile(atPath: conversion.target, contents: movie)
            }
            let served = try ServedLibrary(path, PresentationSettings(), configuration)
            let current = try #require(try await served.current("movie.\(suffix)"))
            #expect(
                current.presentation.paths.filter { $0.hasPrefix("text") && $0.hasSuffix("m3u8") } == [
                    "text-en/playlist.m3u8"
                ])
        }
    }

    @Test func damagedConvertedMoviesAreConvertedAgain() async throws {
        try await withFolder { path in
            try Data(transportStream).write(
                to: URL(filePath: path + "/movie.ts"))
            let (cache, movie) = (path + "/cache", movie)
            let attempts = Atomic(0)
            func served() throws -> ServedLibrary {
                var configuration = MovieLibrary.Configuration()
                configuration.cache = try MovieCache(folder: cache, limit: 1 << 30) { conversion throws(StageError) in
                    attempts.add(1, ordering: .relaxed)
                    _ = FileManager.default.createFile(atPath: conversion.target, contents: movie)
                }
                return try ServedLibrary(path, PresentationSettings(), configuration)
            }
            #expect(try await served().current("movie.ts") != nil)
            #expect(try await served().current("movie.ts") != nil)
            #expect(attempts.load(ordering: .relaxed) == 1, "a complete file is used by the next process")
            let name = try #require(
                FileManager.default.contentsOfDirectory(atPath: cache).first { $0.hasSuffix(".mp4") })
            #expect(truncate("\(cache)/\(name)", off_t(movie.count / 2)) == 0)
            #expect(try await served().current("movie.ts") != nil)
            #expect(attempts.load(ordering: .relaxed) == 2)
            // One byte of the last sample.
            var bytes = movie
            bytes[bytes.count - 5] ^= 1
            try bytes.write(to: URL(filePath: "\(cache)/\(name)"))
            let current = try #require(try await served().current("movie.ts"))
            #expect(attempts.load(ordering: .relaxed) == 3)
            #expect(try Data(contentsOf: URL(filePath: "\(cache)/\(name)")) == movie)
            withExtendedLifetime(current) {}
        }
    }

    @Test func conversionOnAFullDiskReplacesOldMovies() async throws {
        try await withFolder { path in
            try Data(transportStream).write(
                to: URL(filePath: path + "/movie.ts"))
            let cache = path + "/cache"
            let movie = movie
            let attempts = Atomic(0)
            var configuration = MovieLibrary.Configuration()
            configuration.cache = try MovieCache(folder: cache, limit: 1 << 30) { conversion throws(StageError) in
                attempts.add(1, ordering: .relaxed)
                let names = (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []
                guard !names.contains("old.mp4") else { throw StageError(.cacheFull, "the disk is full") }
                _ = FileManager.default.createFile(atPath: conversion.target, contents: movie)
            }
            _ = FileManager.default.createFile(atPath: cache + "/old.mp4", contents: Data(count: 10))
            let served = try ServedLibrary(path, PresentationSettings(), configuration)
            #expect(try await served.current("movie.ts") != nil)
            #expect(attempts.load(ordering: .relaxed) == 2)
        }
    }

    @Test func temporaryFailuresAreTriedAgain() async throws {
        try await withFolder { path in
            try Data(transportStream).write(
                to: URL(filePath: path + "/movie.ts"))
            let movie = movie
            let attempts = Atomic(0)
            var configuration = MovieLibrary.Configuration()
            configuration.cache = try MovieCache(folder: path + "/cache", limit: 1 << 30) {
                conversion throws(StageError) in
                let (before, _) = attempts.add(1, ordering: .relaxed)
                guard before > 0 else { throw StageError(.cacheFull, "the disk is full") }
                _ = FileManager.default.createFile(atPath: conversion.target, contents: movie)
            }
            let served = try ServedLibrary(path, PresentationSettings(), configuration)
            await #expect {
                _ = try await served.current("movie.ts")
            } throws: { ($0 as? StageError)?.code == .cacheFull }
            served.clock.advance(by: .seconds(3))
            #expect(try await served.current("movie.ts") != nil)
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
