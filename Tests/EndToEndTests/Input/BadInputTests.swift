import Foundation
import Testing

/// Unsupported or invalid input fails in bounded time with one error that names the stage, and no playlist is complete.
@Suite struct BadInputTests {
    /// The processing modes of `sluice segment`.
    enum Reading: String, CaseIterable, Sendable {
        case passthrough
        case encoding
        var options: [String] { self == .encoding ? ["--encode"] : [] }
    }

    @Test(arguments: Reading.allCases)
    func aMissingFile(reading: Reading) async throws {
        let outcome = try await expectFailure(of: URL(filePath: "/nonexistent/movie.mp4"), reading)
        #expect(outcome.errors.contains("/nonexistent/movie.mp4"), "\(outcome)")
    }

    @Test(arguments: Reading.allCases)
    func aFolderInsteadOfAFile(reading: Reading) async throws {
        try await expectFailure(of: FileManager.default.temporaryDirectory, reading)
    }

    @Test(arguments: Reading.allCases, ["mp4", "mkv"])
    func anEmptyFile(reading: Reading, container: String) async throws {
        let file = try await made("empty.\(container)", from: Movie.small.file(), as: "empty") { _ in Data() }
        try await expectFailure(of: file, reading)
    }

    @Test(arguments: Reading.allCases)
    func garbage(reading: Reading) async throws {
        try await expectFailure(of: Damaged.garbage(), reading)
    }

    @Test(arguments: Reading.allCases)
    func aMovieWhoseMediaIsCutOff(reading: Reading) async throws {
        let outcome = try await expectFailure(of: Damaged.cut(.faststart, to: 0.2), reading)
        #expect(outcome.errors.contains(/truncated|ends/), "\(outcome)")
    }

    @Test(arguments: Reading.allCases)
    func aMovieWhoseMovieBoxIsCutOff(reading: Reading) async throws {
        try await expectFailure(of: Damaged.cut(.small, to: 0.8), reading)
    }

    @Test(arguments: Reading.allCases)
    func aFragmentedMovieThatIsCutOff(reading: Reading) async throws {
        try await expectFailure(of: Damaged.cut(.fragmented, to: 0.53), reading)
    }

    @Test(arguments: Reading.allCases)
    func aFragmentedMovieWithoutFragments(reading: Reading) async throws {
        let file = try await made("header.mp4", from: Movie.fragmented.file(), as: "header") { data in
            guard let fragment = data.range(of: Data("moof".utf8)) else { throw Unable("there is no fragment") }
            return data.prefix(fragment.lowerBound - 4)
        }
        let outcome = try await expectFailure(of: file, reading)
        #expect(outcome.errors.contains("'\(file.path)' has no samples"), "\(outcome)")
    }

    @Test(arguments: Reading.allCases)
    func aMatroskaFileThatIsCutOff(reading: Reading) async throws {
        try await expectFailure(of: Damaged.cut(.matroska, to: 0.5), reading)
    }

    @Test(arguments: Reading.allCases)
    func anEncryptedMovie(reading: Reading) async throws {
        let outcome = try await expectFailure(of: Damaged.encrypted(), reading)
        #expect(outcome.errors.contains(/encrypt|protect/), "\(outcome)")
    }

    @Test func aMovieOfTextAloneHasNothingToEncode() async throws {
        try await expectFailure(of: Damaged.withoutVideoAndAudio(), .encoding)
    }

    @Test func aMovieWithoutSyncSamples() async throws {
        let outcome = try await expectFailure(of: Damaged.withoutSyncSamples(), .passthrough)
        #expect(outcome.errors.contains("sync sample"), "\(outcome)")
    }

    @Test(arguments: [
        (["-c:v", "mpeg2video"], "testsrc2=size=320x180:duration=3"), (["-c:a", "libvorbis"], "sine=duration=3"),
    ])
    func aCodecThatFragmentedMP4DoesNotCarry(codec: [String], source: String) async throws {
        try await expectFailure(of: Damaged.uncarried(codec, source: source), .passthrough)
    }

    @Test func timesThatGoBackwards() async throws {
        try await expectFailure(of: OddTimes.backwards(), .passthrough)
    }

    @Test func timesThatJump() async throws {
        try await expectFailure(of: OddTimes.jumping(), .passthrough)
    }

    @Test(arguments: [Movie.silent, .soundOnly], Reading.allCases)
    func oneKindOfMediaIsEnough(movie: Movie, reading: Reading) async throws {
        try await Scratch.use { scratch in
            let arguments = try await ["segment", movie.file().path, scratch.file("out").path] + reading.options
            _ = try await scratch.command(arguments).run().succeeded()
            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 1)
            let seconds = presentation.renditions[0].playlist.segments.map(\.duration).reduce(0, +)
            #expect(abs(seconds - Double(movie.seconds)) < 0.1)
        }
    }

    @discardableResult
    private func expectFailure(of input: URL, _ reading: Reading) async throws -> Outcome {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let outcome = try await scratch.command(["segment", input.path, output.path] + reading.options).run()
            outcome.expectOneError(from: ["movie (", "segments (", "playlists ("])
            try expectNothingWhole(in: output)
            return outcome
        }
    }
}

extension Outcome {
    /// Expects exit code 1 in bounded time and exactly one error, from one of these stages.
    func expectOneError(from stages: [String], within limit: Double = 20) {
        #expect(code == 1 && !isTimedOut, "\(self)")
        #expect(seconds < limit, "\(self)")
        let errors = errorLines.filter { $0.contains(/\berror:/) }
        #expect(errors.count == 1, "\(self)")
        #expect(errors.first.map { line in stages.contains { line.contains($0) } } ?? false, "\(self)")
    }
}

/// Expects that no playlist under a folder ends with EXT-X-ENDLIST.
func expectNothingWhole(in folder: URL) throws {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".m3u8") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(!text.contains("#EXT-X-ENDLIST"), "\(file) claims to be whole:\n\(text)")
    }
}
