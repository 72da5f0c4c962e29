import Foundation
import ISOMedia
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PackagingStages

@Suite struct WriteMovieTests {
    private let track: Track = {
        let record: [UInt8] = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]
        let format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: PixelSize(width: 64, height: 36))
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
    func streamedMediaAreRecorded(interval: MediaTime, isOptimized: Bool) async throws {
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
            // The brands take twenty bytes; they are followed by the movie box or by the box that hides the first one.
            #expect(bytes[24..<28].elementsEqual("moov".utf8) == isOptimized)
        }
    }

    private static let text = Track(id: Track.ID(rawValue: 9), format: .timedText(.webVTT), timescale: 1000)

    private func cue(_ start: Int64, _ end: Int64, _ payload: String) -> Sample {
        Sample(
            track: Self.text.id, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
            bytes: ByteSlice(copying: WebVTTCue(start: start, end: end, payload: payload).box))
    }

    /// Cues that overlap share a sample, and intervals without a cue have an empty one.
    @Test func cuesAreRecordedWithoutIntervals() async throws {
        try await withFolder { path in
            let stage = try WriteMovie(options: options(path + "/movie.mp4") { $0.text = true })
            let cues = [cue(1000, 3000, "first"), cue(2000, 4000, "second"), cue(6000, 7000, "third")]
            let video = Sample.scripted(track, count: 300, syncEvery: 30)
            let messages: [Message<Sample>] =
                [.track(track), .track(Self.text)] + (video + cues).map { .payload($0) }
                + [.end(track.id), .end(Self.text.id)]
            let inlet = ScriptedInlet<Sample>(messages, batchSize: 17)
            try await stage.run(input: inlet, context: StageContext(stageName: "record"))
            let bytes = try Data(contentsOf: URL(filePath: path + "/movie.mp4"))
            let movie = try MovieFile(reading: ByteSlice(copying: Array(bytes)))
            let track = try #require(movie.tracks.first { $0.handler == "text" })
            var (cursor, found): (SampleCursor, [(Int64, String)]) = (movie.cursor(for: track), [])
            while let sample = cursor.next() {
                let content = String(decoding: movie.bytes(of: sample).bytes, as: UTF8.self)
                let names = ["first", "second", "third"].filter { content.contains($0) }
                found.append((sample.duration / 90, names.joined(separator: " ")))
            }
            #expect(found.map(\.0) == [1000, 1000, 1000, 2000, 1000])
            #expect(found.map(\.1) == ["first", "first second", "second", "", "third"])
        }
    }

    @Test func subtitlesWithTooManyCuesAtATimeDoNotEndTheRecording() async throws {
        try await withFolder { path in
            let stage = try WriteMovie(options: options(path + "/movie.mp4") { $0.text = true })
            let video = Sample.scripted(track, count: 300, syncEvery: 30)
            let cues = [cue(0, 100, "first")] + (0..<400).map { cue(1000 + $0, 60_000, "cue \($0)") }
            let messages: [Message<Sample>] =
                [.track(track), .track(Self.text)] + (video + cues).map { .payload($0) }
                + [.end(track.id), .end(Self.text.id)]
            let problems = Mutex<[Problem]>([])
            let context = StageContext(
                stageName: "record", reporter: { problem in problems.withLock { $0.append(problem) } })
            try await stage.run(input: ScriptedInlet<Sample>(messages, batchSize: 17), context: context)
            #expect(try samples(in: path + "/movie.mp4") == 300)
            #expect(problems.withLock { $0.map(\.code) } == ["text-left-out"])
        }
    }

    @Test(arguments: ["movie.mov", "movie.mp4"])
    func textIsRecordedOnlyIfTheMovieCanContainIt(name: String) async throws {
        try await withFolder { path in
            guard name.hasSuffix("mp4") else {
                #expect(throws: StageError.self) {
                    try WriteMovie(options: options(path + "/" + name) { $0.text = true })
                }
                return
            }
            let stage = try WriteMovie(options: options(path + "/" + name))
            let messages: [Message<Sample>] =
                Message<Sample>.script(track, Sample.scripted(track, count: 30, syncEvery: 30))
                + Message<Sample>.script(Self.text, [cue(0, 500, "first")])
            let problems = Mutex<[Problem]>([])
            let context = StageContext(
                stageName: "record", reporter: { problem in problems.withLock { $0.append(problem) } })
            try await stage.run(input: ScriptedInlet<Sample>(messages, batchSize: 17), context: context)
            #expect(problems.withLock { $0 }.contains { $0.message.contains("'text: true' records them") })
        }
    }

    /// A movie lists its tracks at its start.
    @Test(arguments: [false, true])
    func lateTrackIsLeftOutWithAWarning(isReturning: Bool) async throws {
        let late = isReturning ? track : Track.scriptedAudio(2)
        try await withFolder { path in
            let stage = try WriteMovie(options: options(path + "/movie.mp4"))
            var messages = Message<Sample>.script(track, Sample.scripted(track, count: 300, syncEvery: 30))
            if isReturning { messages.append(.end(track.id)) }
            messages += [.track(late)] + Sample.scripted(late, count: 10, start: 400).map { .payload($0) }
            messages.append(.end(late.id))
            let problems = Mutex<[Problem]>([])
            let context = StageContext(
                stageName: "record", reporter: { problem in problems.withLock { $0.append(problem) } })
            try await stage.run(input: ScriptedInlet<Sample>(messages, batchSize: 17), context: context)
            #expect(try samples(in: path + "/movie.mp4") == 300)
            #expect(problems.withLock { $0.map(\.code) } == ["late-track"])
        }
    }

    @Test func cancelledRunKeepsRecording() async throws {
        struct CancelledRun: Error {}
        try await withFolder { path in
            let stage = try WriteMovie(options: options(path + "/movie.mp4"))
            let messages: [Message<Sample>] =
                [.track(track)] + Sample.scripted(track, count: 100, syncEvery: 30).map { .payload($0) }
            let inlet = ScriptedInlet<Sample>(batches: [messages], failure: CancelledRun())
            await #expect(throws: CancelledRun.self) {
                try await stage.run(input: inlet, context: StageContext(stageName: "record"))
            }
            #expect(try samples(in: path + "/movie.mp4") == 100)
        }
    }

    @Test func existingRecordingIsReplacedAtFirstSample() async throws {
        try await withFolder { path in
            let file = URL(filePath: path + "/movie.mp4")
            try Data("precious".utf8).write(to: file)
            var replacing = options(file.path)
            replacing.whenExists = .replace
            let stage = try WriteMovie(options: replacing)
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

    @Test func existingRecordingIsKept() async throws {
        try await withFolder { path in
            let reports = Mutex<[String]>([])
            for number in 1...3 {
                let full = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, count: number)))
                let context = StageContext(
                    stageName: "record", reporter: { problem in reports.withLock { $0.append(problem.message) } })
                try await WriteMovie(options: options(path + "/movie.mp4")).run(input: full, context: context)
            }
            // The reason is stated once, and then only the name.
            #expect(
                reports.withLock { $0 } == [
                    "recording to '\(path)/movie-2.mp4', since '\(path)/movie.mp4' exists; later recordings get the next "
                        + "numbers", "recording to '\(path)/movie-3.mp4'",
                ])
            #expect(try samples(in: path + "/movie.mp4") == 1)
            #expect(try samples(in: path + "/movie-2.mp4") == 2)
            #expect(try samples(in: path + "/movie-3.mp4") == 3)
            var failing = options(path + "/movie.mp4")
            failing.whenExists = .fail
            let full = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, count: 9)))
            await #expect(throws: StageError.self) {
                try await WriteMovie(options: failing).run(input: full, context: StageContext(stageName: "record"))
            }
        }
    }

    @Test(arguments: [
        ("a.mp4", "a-2.mp4"), ("/x.y/a", "/x.y/a-2"), ("/x/.hidden", "/x/.hidden-2"), ("a.b.mov", "a.b-2.mov"),
    ])
    func numberPrecedesFileExtension(path: String, expected: String) {
        #expect(WhenExists.numbered(path, 2) == expected)
    }

    @Test func writeErrorContainsPath() async throws {
        for path in ["/dev/null", "/nowhere/movie.mp4"] {
            let stage = try WriteMovie(options: options(path))
            let inlet = ScriptedInlet(Message<Sample>.script(track, Sample.scripted(track, count: 3)))
            do {
                try await stage.run(input: inlet, context: StageContext(stageName: "record"))
                Issue.record("the output was not rejected")
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

    /// Returns the start and duration of each sample of a movie in seconds, by track.
    private func times(in path: String) throws -> [[(start: Double, duration: Double)]] {
        let movie = try MovieFile(reading: ByteSlice(copying: Array(Data(contentsOf: URL(filePath: path)))))
        return movie.tracks.map { track in
            var cursor = movie.cursor(for: track)
            var times: [(start: Double, duration: Double)] = []
            while let sample = cursor.next() {
                let scale = Double(track.timescale)
                times.append((Double(sample.decodeTicks) / scale, Double(sample.duration) / scale))
            }
            return times
        }
    }

    private let sound: Track = {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48000, channelCount: 2,
            framesPerPacket: 1024)
        return Track(id: Track.ID(rawValue: 2), format: .codedAudio(format), timescale: 48000)
    }()

    /// Runs the stage with video messages next to twenty seconds of audio; returns the reported problems.
    private func record(_ path: String, _ pictures: [Message<Sample>]) async throws -> [Problem] {
        let problems = Mutex<[Problem]>([])
        let packets = Sample.scripted(sound, count: 960, duration: 1024)
        var messages: [Message<Sample>] = [.track(track), .track(sound)]
        // In order of arrival: audio up to the video position, and the rest afterwards.
        var next = 0
        for message in pictures {
            if case .payload(let picture) = message {
                while next < packets.count, packets[next].decodeTime < picture.decodeTime {
                    messages.append(.payload(packets[next]))
                    next += 1
                }
            }
            messages.append(message)
        }
        messages += packets[next...].map { .payload($0) } + [.end(track.id), .end(sound.id)]
        let stage = try WriteMovie(options: options(path))
        try await stage.run(
            input: ScriptedInlet<Sample>(messages, batchSize: 11),
            context: StageContext(
                stageName: "record", reporter: { problem in problems.withLock { $0.append(problem) } }))
        return problems.withLock { $0 }
    }

    @Test func recordingContinuesAcrossGap() async throws {
        try await withFolder { path in
            // A gap from 3 s to 18 s, reported four times a second.
            let before = Sample.scripted(track, count: 90, syncEvery: 30).map { Message.payload($0) }
            let gaps = (13...72).map { quarter in
                Message<Sample>.gap(track.id, until: MediaTime(value: quarter, timescale: 4))
            }
            let after = Sample.scripted(track, count: 75, start: 540, syncEvery: 30).map { Message.payload($0) }
            let problems = try await record(path + "/movie.mp4", before + gaps + after)
            #expect(problems.isEmpty, "\(problems)")
            let times = try times(in: path + "/movie.mp4")
            try #require(times.count == 2 && times[0].count == 165 && times[1].count == 960)
            // The last frame lasts until the camera returns, and later frames keep their capture times.
            #expect(abs(times[0][89].duration - (18 - 89.0 / 30)) < 0.001)
            #expect(abs(times[0][90].start - times[0][0].start - 18) < 0.001)
            #expect(abs(times[0][164].start - times[0][0].start - 614.0 / 30) < 0.001)
            for (one, next) in zip(times[1], times[1].dropFirst()) {
                #expect(abs(next.start - one.start - 1024.0 / 48000) < 0.0001, "the audio continues without a gap")
            }
        }
    }

    @Test func recordingContinuesAfterHalfDayGap() async throws {
        try await withFolder { path in
            // Longer than the limit for unannounced gaps.
            let before = Sample.scripted(track, count: 30, syncEvery: 30).map { Message.payload($0) }
            let gap = Message<Sample>.gap(track.id, until: .seconds(43_200))
            let after = Sample.scripted(track, count: 30, start: 43_200 * 30, syncEvery: 30)
                .map { Message.payload($0) }
            let problems = try await record(path + "/movie.mp4", before + [gap] + after)
            #expect(problems.isEmpty, "\(problems)")
            let times = try times(in: path + "/movie.mp4")
            try #require(times.count == 2 && times[0].count == 60)
            #expect(abs(times[0][30].start - times[0][0].start - 43_200) < 0.001)
        }
    }

    @Test func aChangeOfFormatEndsTheTrackWithAClearError() async throws {
        try await withFolder { path in
            var larger = track
            guard case .codedVideo(var format) = track.format else { return }
            format.size = PixelSize(width: 128, height: 72)
            format.configuration = .avc(AVCDecoderConfiguration(bytes: [1, 0x4d, 0x40, 0x28, 0xff, 0xe0, 0]))
            larger.format = .codedVideo(format)
            let before = Sample.scripted(track, count: 90, syncEvery: 30).map { Message.payload($0) }
            let after = Sample.scripted(larger, count: 60, start: 90, syncEvery: 30).map { Message.payload($0) }
            let problems = try await record(path + "/movie.mp4", before + [.track(larger)] + after)
            #expect(problems.map(\.code) == ["format-changed"])
            let problem = try #require(problems.first)
            #expect(problem.severity == .error)
            #expect(problem.message.contains(path + "/movie.mp4") && problem.message.contains("video"))
            let times = try times(in: path + "/movie.mp4")
            try #require(times.count == 2)
            #expect(times[0].count == 90, "all pictures before the change are present")
            #expect(times[1].count == 960, "the audio is complete")
        }
    }

    /// The formats of the samples, each for a number of samples: changes, returns, and an equal one.
    @Test(arguments: [
        [(0, 90), (1, 60)], [(0, 30), (1, 30), (0, 30)], [(0, 30), (0, 30)], [(2, 30), (1, 30), (3, 90)],
    ])
    func moviesWithoutFragmentsContainSeveralFormats(parts: [(format: Int, count: Int)]) async throws {
        try await withFolder { path in
            guard case .codedVideo(let base) = track.format else { return }
            let widths = [64, 128, 320, 96]
            let tracks = widths.map { width in
                var (changed, format) = (track, base)
                format.size = PixelSize(width: width, height: 36)
                changed.format = .codedVideo(format)
                return changed
            }
            var (messages, next): ([Message<Sample>], Int64) = ([], 0)
            for part in parts {
                messages.append(.track(tracks[part.format]))
                let samples = Sample.scripted(tracks[part.format], count: part.count, start: next, syncEvery: 30)
                messages += samples.map { .payload($0) }
                next += Int64(part.count)
            }
            let reports = Mutex<[Problem]>([])
            try await WriteMovie(options: options(path + "/movie.mp4") { $0.fragmentInterval = .zero }).run(
                input: ScriptedInlet<Sample>(messages + [.end(track.id)], batchSize: 17),
                context: StageContext(
                    stageName: "record", reporter: { problem in reports.withLock { $0.append(problem) } }))
            #expect(reports.withLock { $0 }.isEmpty)
            let bytes = try Data(contentsOf: URL(filePath: path + "/movie.mp4"))
            let movie = try MovieFile(reading: ByteSlice(copying: Array(bytes)))
            var cursor = movie.cursor(for: movie.tracks[0])
            var found: [Int] = []
            while let sample = cursor.next() {
                if case .codedVideo(let format)? = movie.tracks[0].formats[sample.descriptionIndex - 1] {
                    found.append(format.size.width)
                }
            }
            #expect(found == parts.flatMap { Array(repeating: widths[$0.format], count: $0.count) })
            #expect(movie.tracks[0].formats.count == Set(parts.map(\.format)).count)
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }
}
