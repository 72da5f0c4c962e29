import ScriptedMedia
import AssetWriting
import Dispatch
import Foundation
import ISOMedia
import Media
import Synchronization
import Testing

/// A writer with a file.
@Suite final class MovieWriterTests {
    private let folder: String
    private let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 30)
    private let audio = Script.audio(packets: 470, rate: 48000, priming: 0)

    init() throws {
        folder = NSTemporaryDirectory() + "movie-writer-\(UUID().uuidString)/"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func url(_ name: String = "movie.mp4") -> FileURL { FileURL(fileURLWithPath: folder + name) }
    private func exists(_ url: FileURL) -> Bool { FileManager.default.fileExists(atPath: url.path) }
    private func read(_ url: FileURL) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: url.path)))
    }

    /// Writes the scripts in the order of their times.
    private func write(
        _ scripts: [Script], to url: FileURL, _ type: FileType = .mp4, start: MediaTime = .zero,
        _ adjust: (AssetWriter, [AssetWriterInput]) -> Void = { _, _ in }
    ) async throws -> AssetWriter {
        let writer = AssetWriter(url: url, fileType: type)
        let inputs = scripts.map { AssetWriterInput(passingThrough: $0.track) }
        adjust(writer, inputs)
        for input in inputs { #expect(writer.add(input)) }
        try #require(writer.startWriting(), "\(writer.error?.message ?? "")")
        writer.startSession(atSourceTime: start)
        var queues = scripts.map { $0.samples[...] }
        while let next = queues.indices.filter({ !queues[$0].isEmpty }).min(by: {
            queues[$0].first!.decodeTime < queues[$1].first!.decodeTime
        }) {
            #expect(inputs[next].append(queues[next].removeFirst()))
            if queues[next].isEmpty { inputs[next].markAsFinished() }
        }
        await writer.finishWriting()
        return writer
    }

    @Test(arguments: [FileType.mp4, .mov, .m4v]) func samplesAreReadBackUnchanged(type: FileType) async throws {
        let writer = try await write([video, audio], to: url(), type)
        #expect(writer.status == .completed && writer.error == nil)
        #expect(try readSamples(read(url())) == [video.expected, audio.expected])
    }

    @Test func m4aAcceptsAudioOnly() async throws {
        let writer = try await write([audio], to: url("sound.m4a"), .m4a)
        #expect(writer.status == .completed)
        #expect(!AssetWriter(url: url("x.m4a"), fileType: .m4a).canAdd(AssetWriterInput(passingThrough: video.track)))
        #expect(AssetWriter(url: url("x.m4a"), fileType: .m4a).availableMediaTypes == [.audio])
    }

    @Test func threadsOfDifferentSpeedWriteInterleavedFile() async throws {
        let writer = AssetWriter(url: url(), fileType: .mp4)
        let done = DispatchGroup()
        var inputs: [AssetWriterInput] = []
        for script in [video, audio] {
            let input = AssetWriterInput(passingThrough: script.track)
            writer.add(input)
            inputs.append(input)
        }
        try #require(writer.begin())
        for (index, script) in [video, audio].enumerated() {
            let input = inputs[index]
            let rest = Mutex(script.samples[...])
            done.enter()
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "input \(index)")) {
                while input.isReadyForMoreMediaData {
                    guard let sample = rest.withLock({ $0.popFirst() }) else {
                        input.markAsFinished()
                        return done.leave()
                    }
                    input.append(sample)
                    if index == 0 { for _ in 0..<100 { _ = writer.status } }
                }
            }
        }
        await withCheckedContinuation { continuation in
            done.notify(queue: .global()) { continuation.resume() }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        try checkInterleaving(read(url()))
    }

    /// Expects that in file order no track is more than a second ahead of the other.
    private func checkInterleaving(_ bytes: [UInt8]) throws {
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        var places: [(offset: Int, track: Int, time: MediaTime)] = []
        for (index, track) in movie.tracks.enumerated() {
            var cursor = movie.cursor(for: track)
            while let sample = cursor.next() {
                let time = MediaTime(value: sample.decodeTicks, timescale: track.timescale)
                places.append((sample.fileOffset, index, time))
            }
        }
        #expect(places.count == 770)
        var reached: [MediaTime] = [.zero, .zero]
        for place in places.sorted(by: { $0.offset < $1.offset }) {
            reached[place.track] = place.time
            let lead = max(reached[0], reached[1]) - min(reached[0], reached[1])
            #expect(lead <= .milliseconds(1100))
        }
    }

    @Test func sessionStartIsMovieTimeZero() async throws {
        let late = video.shifted(by: .seconds(100))
        _ = try await write([late], to: url(), start: .seconds(101))
        let movie = try MovieFile(reading: ByteSlice(copying: read(url())))
        // Nine of ten seconds are presented: an edit removes the first.
        #expect(movie.duration == .seconds(9))
    }

    @Test func mediaAfterSessionEndAreNotPresented() async throws {
        let writer = AssetWriter(url: url(), fileType: .mov)
        let input = AssetWriterInput(passingThrough: video.track)
        writer.add(input)
        try #require(writer.begin())
        for sample in video.samples { input.append(sample) }
        writer.endSession(atSourceTime: .seconds(4))
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try MovieFile(reading: ByteSlice(copying: read(url()))).duration == .seconds(4))
    }

    @Test func propertiesOfInputsAndWriterAreReadBack() async throws {
        _ = try await write([video, audio], to: url("movie.mov"), .mov) { writer, inputs in
            writer.movieTimeScale = 600
            writer.metadata = [MetadataItem(.title, "A title of its own")]
            inputs[0].transform = DisplayTransform(quarterTurns: 1)
            inputs[0].naturalSize = PixelSize(width: 320, height: 180)
            inputs[0].mediaTimeScale = 90_000
            inputs[0].extendedLanguageTag = "pt-BR"
            inputs[1].languageCode = "fra"
            inputs[1].marksOutputTrackAsEnabled = false
            inputs[1].preferredVolume = 0.5
            inputs[1].metadata = [MetadataItem(.title, "A track's own title")]
        }
        let bytes = try read(url("movie.mov"))
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        #expect(movie.timescale == 600)
        let (pictures, sound) = (movie.tracks[0], movie.tracks[1])
        #expect(pictures.timescale == 90_000)
        #expect(pictures.displayMatrix?.prefix(2) == [0, 0x1_0000])
        #expect(pictures.language == "pt-BR")
        #expect(bytes.field32(after: "tkhd", at: 76) == 320 << 16 && bytes.field32(after: "tkhd", at: 80) == 180 << 16)
        #expect(pictures.isEnabled && !sound.isEnabled)
        #expect(sound.language == "fr")
        #expect(bytes.firstRange(of: Array("A title of its own".utf8)) != nil)
        #expect(bytes.firstRange(of: Array("A track's own title".utf8)) != nil)
        let second = try #require(bytes.ranges(of: Array("tkhd".utf8)).last?.upperBound)
        #expect(Array(bytes[second + 36..<second + 38]) == [0, 0x80])
    }

    @Test func aChapterListIsReferredTo() async throws {
        let chapters = Script.text([(0, "One"), (4000, "Two")])
        _ = try await write([video, chapters], to: url("movie.mov"), .mov) { _, inputs in
            inputs[0].addTrackAssociation(withTrackOf: inputs[1], type: .chapterList)
        }
        let bytes = try read(url("movie.mov"))
        #expect(bytes.field32(after: "chap", at: 0) == 2)
    }

    @Test func networkUseMovesMovieBoxToFront() async throws {
        let writer = try await write([video], to: url()) { writer, _ in writer.shouldOptimizeForNetworkUse = true }
        #expect(writer.status == .completed)
        let bytes = try read(url())
        let (movie, media) = (bytes.firstRange(of: Array("moov".utf8)), bytes.firstRange(of: Array("mdat".utf8)))
        #expect(try #require(movie).lowerBound < (try #require(media)).lowerBound)
        #expect(try readSamples(bytes) == [video.expected])
    }

    @Test func aMovieWithFragmentsCanBeReadBeforeItIsFinished() async throws {
        let writer = AssetWriter(url: url(), fileType: .mp4)
        writer.movieFragmentInterval = .seconds(2)
        let input = AssetWriterInput(passingThrough: video.track)
        writer.add(input)
        try #require(writer.begin())
        for sample in video.samples { input.append(sample) }
        let before = try readSamples(read(url()))
        #expect(before[0].count >= 180 && before[0] == Array(video.expected.prefix(before[0].count)))
        await writer.finishWriting()
        #expect(try readSamples(read(url())) == [video.expected])
        #expect(try !MovieFile(reading: ByteSlice(copying: read(url()))).isFragmented)
    }

    @Test func aQuickTimeMovieLearnsTheFormatFromItsSamples() async throws {
        let writer = AssetWriter(url: url("movie.mov"), fileType: .mov)
        let input = AssetWriterInput(mediaType: .video, outputSettings: nil)
        #expect(writer.add(input))
        try #require(writer.begin())
        for sample in video.samples { #expect(input.append(sample, format: video.track.format)) }
        await writer.finishWriting()
        #expect(try readSamples(read(url("movie.mov"))) == [video.expected])

        let second = AssetWriter(url: url("other.mov"), fileType: .mov)
        let silent = AssetWriterInput(mediaType: .video, outputSettings: nil)
        second.add(silent)
        try #require(second.begin())
        #expect(!silent.append(video.samples[0]))
        #expect(second.error?.code == .missingFormat)
    }

    @Test func aFileThatIsThereIsNotReplaced() throws {
        #expect(FileManager.default.createFile(atPath: url().path, contents: Data([1])))
        let writer = AssetWriter(url: url(), fileType: .mp4)
        writer.add(AssetWriterInput(passingThrough: video.track))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.code == .fileExists)
        #expect(try read(url()) == [1])
    }

    @Test func aFolderThatIsNotThereIsNamed() {
        let writer = AssetWriter(url: url("missing/movie.mp4"), fileType: .mp4)
        writer.add(AssetWriterInput(passingThrough: video.track))
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("missing/movie.mp4") == true)
    }

    @Test func cancellingRemovesTheFile() throws {
        let writer = AssetWriter(url: url(), fileType: .mp4)
        let input = AssetWriterInput(passingThrough: video.track)
        writer.add(input)
        try #require(writer.begin())
        for sample in video.samples { input.append(sample) }
        #expect(exists(url()))
        writer.cancelWriting()
        #expect(!exists(url()))
        #expect(writer.status == .cancelled)
    }

    @Test func anUnknownFileTypeIsRefused() {
        let writer = AssetWriter(url: url("x.avi"), fileType: FileType(rawValue: "public.avi"))
        writer.add(AssetWriterInput(passingThrough: video.track))
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("public.avi") == true)
        #expect(!exists(url("x.avi")))
    }
}
