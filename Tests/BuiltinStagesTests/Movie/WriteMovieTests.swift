import Foundation
import ISOMedia
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import BuiltinStages

@Suite struct WriteMovieTests {
    private let track: Track = {
        let record: [UInt8] = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]
        let format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: PictureSize(width: 64, height: 36))
        return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
    }()

    private func options(_ path: String, _ adjust: (inout WriteMovie.Options) -> Void = { _ in }) -> WriteMovie.Options
    {
        var options = WriteMovie.Options()
        options.path = path
        adjust(&options)
        return options
    }

    private func samples(in path: String) throws -> Int {
        let movie = try MovieFile(reading: ByteSlice(copying: Array(Data(contentsOf: URL(filePath: path)))))
        var cursor = movie.cursor(for: movie.tracks[0])
        var count = 0
        while cursor.next() != nil { count += 1 }
        return count
    }

    @Test(arguments: [MediaTime.zero, .seconds(2)], [false, true])
    func whatIsStreamedIsRecorded(interval: MediaTime, isOptimized: Bool) async throws {
        try await withFolder { path in
            let stage = try WriteMovie(
                options: options(path + "/movie.mov") { options in
                    options.fragmentInterval = interval
                    options.optimizeForNetworkUse = isOptimized
                })
            let inlet = ScriptedInlet<Sample>(
                Message<Sample>.script(track, Sample.scripted(track, count: 300, syncEvery: 30)), batchSize: 17)
            try await stage.run(input: inlet, context: StageContext(stageName: "record"))
            let bytes = try Data(contentsOf: URL(filePath: path + "/movie.mov"))
            #expect(bytes[4..<12].elementsEqual("ftypqt  ".utf8))
            #expect(try samples(in: path + "/movie.mov") == 300)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["movie.mov"])
            // The brands take twenty bytes; what follows them is the movie box or what hides the first one.
            #expect(bytes[24..<28].elementsEqual("moov".utf8) == isOptimized)
        }
    }

    @Test func aRunThatIsGivenUpKeepsWhatItHas() async throws {
        struct GivenUp: Error {}
        try await withFolder { path in
            let stage = try WriteMovie(options: options(path + "/movie.mp4"))
            let messages: [Message<Sample>] =
                [.track(track)] + Sample.scripted(track, count: 100, syncEvery: 30).map { .payload($0) }
            let inlet = ScriptedInlet<Sample>(batches: [messages], failure: GivenUp())
            await #expect(throws: GivenUp.self) {
                try await stage.run(input: inlet, context: StageContext(stageName: "record"))
            }
            #expect(try samples(in: path + "/movie.mp4") == 100)
        }
    }

    @Test func aRecordingThatIsThereIsReplacedOnlyWhenSamplesCome() async throws {
        try await withFolder { path in
            let file = URL(filePath: path + "/movie.mp4")
            try Data("precious".utf8).write(to: file)
            let stage = try WriteMovie(options: options(file.path))
            let empty = ScriptedInlet(Message<Sample>.script(track, []))
            await #expect(throws: StageError.self) {
                try await stage.run(input: empty, context: StageContext(stageName: "record"))
            }
            #expect(try Data(contentsOf: file) == Data("precious".utf8))
            let full = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, count: 3)))
            try await stage.run(input: full, context: StageContext(stageName: "record"))
            #expect(try samples(in: file.path) == 3)
        }
    }

    @Test func whatCannotBeWrittenNamesThePath() async throws {
        for path in ["/dev/null", "/nowhere/movie.mp4"] {
            let stage = try WriteMovie(options: options(path))
            let inlet = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, count: 3)))
            do {
                try await stage.run(input: inlet, context: StageContext(stageName: "record"))
                Issue.record("nothing was refused")
            } catch let error as StageError {
                #expect(error.code == .unwritableOutput && error.message.contains(path))
            }
        }
    }

    @Test func samplesBeforeTheFirstSyncSampleAreReported() async throws {
        try await withFolder { path in
            let problems = Mutex<[Problem]>([])
            let stage = try WriteMovie(options: options(path + "/movie.mp4"))
            let inlet = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, "PPPIPP")))
            try await stage.run(
                input: inlet,
                context: StageContext(
                    stageName: "record", reporter: { problem in problems.withLock { $0.append(problem) } }))
            #expect(problems.withLock { $0.map(\.code) } == ["skipped-before-sync"])
            #expect(try samples(in: path + "/movie.mp4") == 3)
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }
}
