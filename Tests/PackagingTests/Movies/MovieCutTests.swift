import ScriptedMedia
import Packaging
import ISOMedia
import Media
import Testing

/// The readable part of a movie after interrupted writing.
@Suite struct TruncatedMovieTests {
    private let video = Script.reorderedVideo(frames: 40, syncEvery: 10)
    private let audio = Script.audio(packets: 62, rate: 48000, priming: 1024)

    private func image(
        inFront: Bool = false, hint: MediaTime? = nil, type: MovieFileType = .mp4
    ) throws -> MovieImage {
        try Script.write([video, audio], type) { settings in
            settings.movieFragmentInterval = .milliseconds(400)
            settings.shouldOptimizeForNetworkUse = inFront
            settings.overallDurationHint = hint
        }
    }

    /// Returns the number of samples of each track in the complete fragments of a file, from the fragments' tables.
    private func samplesInWholeFragments(_ bytes: [UInt8]) throws -> [Int] {
        let boxes = TopLevelBoxes.boxes(bytes)
        guard let last = Array(zip(boxes, boxes.dropFirst())).last(where: { $0.type == "moof" && $1.isComplete })?.1
        else {
            return [0, 0]
        }
        return try readSamples(Array(bytes[..<last.range.upperBound])).map(\.count)
    }

    @Test(arguments: [MovieFileType.mp4, .mov])
    func allCompleteFragmentsOfATruncatedFileAreRead(type: MovieFileType) throws {
        let expected = [video.expected, audio.expected]
        var (largest, cuts) = (0, 0)
        try image(type: type).forEachTruncation { bytes in
            cuts += 1
            guard TopLevelBoxes.boxes(bytes).contains(where: { $0.type == "moov" && $0.isComplete }) else { return }
            let read = try readSamples(bytes)
            #expect(read.count == 2)
            for (samples, all) in zip(read, expected) { #expect((samples == Array(all.prefix(samples.count))) == true) }
            largest = max(largest, TopLevelBoxes.completeFragmentCount(bytes))
        }
        #expect(largest == 4 && cuts > 3000)
    }

    @Test func everyAppendedFragmentIsReadable() throws {
        var bytes: [UInt8] = []
        var counts: [[Int]] = []
        for operation in try image().operations {
            MovieImage.perform(operation, on: &bytes)
            guard case .append = operation, TopLevelBoxes.completeFragmentCount(bytes) > 0 else { continue }
            counts.append(try readSamples(bytes).map(\.count))
            #expect(try samplesInWholeFragments(bytes) == counts.last)
        }
        // Four fragments of 0.4 s (12 frames, 19 packets), then the movie box.
        #expect(counts == [[12, 19], [24, 38], [36, 57], [40, 62], [40, 62]])
    }

    @Test(arguments: [false, true]) func interruptedFinishLeavesFragmentedOrRegularMovie(
        inFront: Bool
    ) throws {
        let image = try image(inFront: inFront, hint: inFront ? .seconds(2) : nil)
        let expected = [video.expected, audio.expected]
        var finishing = MovieImage()
        let lastFragment = try #require(
            image.operations.lastIndex { operation in
                guard case .append(let rope) = operation else { return false }
                return rope.bytes[4..<8].elementsEqual("moof".utf8)
            })
        finishing.perform(Array(image.operations[...lastFragment]))
        let before = finishing.bytes
        var forms: [Bool] = []
        var cut = MovieImage()
        cut.perform(Array(image.operations[...lastFragment]))
        for operation in image.operations[(lastFragment + 1)...] {
            var rest = MovieImage()
            rest.perform([.append(ByteRope(cut.bytes)), operation])
            try rest.forEachTruncation { bytes in
                guard bytes.count >= before.count else { return }
                #expect((try readSamples(bytes) == expected) == true)
                forms.append(try MovieFile(reading: ByteSlice(copying: bytes)).isFragmented)
            }
            cut.perform([operation])
        }
        // First fragmented, then regular, and never fragmented again.
        #expect(forms.first == true && forms.last == false)
        let change = try #require(forms.firstIndex(of: false))
        #expect(forms[change...].allSatisfy { !$0 })
    }

    @Test func switchToRegularMovieIsOneWriteInsideASector() throws {
        for hint in [nil, MediaTime.seconds(2)] {
            let operations = try image(inFront: hint != nil, hint: hint).operations
            guard case .overwrite(let bytes, let offset) = operations.last else {
                Issue.record("the last operation is not the switch")
                continue
            }
            #expect(bytes.count <= 16 && offset / 512 == (offset + UInt64(bytes.count) - 1) / 512)
            guard operations.count > 1, case .synchronize = operations[operations.count - 2] else {
                Issue.record("the media are not synchronized before the switch")
                continue
            }
        }
    }

    @Test func stalledTrackDelaysFragmentsByAtMostOneInterval() throws {
        let sparse = Script.text([(0, "one"), (60_000, "two")])
        let long = Script.video(frames: 300, rate: (30, 1), syncEvery: 30)
        var settings = MovieSettings(fileType: .mp4)
        settings.movieFragmentInterval = .seconds(1)
        var assembler = MovieAssembler(settings: settings)
        try assembler.add(long.track)
        try assembler.add(sparse.track)
        try assembler.append(sparse.samples[0])
        var image = MovieImage()
        try Script.feed([long], to: &assembler, into: &image)
        // Ten seconds have been appended; the last second is incomplete and the two before may be waiting.
        #expect(TopLevelBoxes.completeFragmentCount(image.bytes) >= 7)
        #expect(try readSamples(image.bytes)[0].count >= 210)
    }

    @Test func lateTrackKeepsItsTimesInFragments() throws {
        let late = Script.text([(20_000, "late"), (25_000, "later")])
        let long = Script.video(frames: 900, rate: (30, 1), syncEvery: 30)
        var settings = MovieSettings(fileType: .mp4)
        settings.movieFragmentInterval = .seconds(1)
        var assembler = MovieAssembler(settings: settings)
        try assembler.add(long.track)
        try assembler.add(late.track)
        var image = MovieImage()
        try Script.feed([long], to: &assembler, into: &image)
        #expect(TopLevelBoxes.completeFragmentCount(image.bytes) > 20)
        for sample in late.samples { try assembler.append(sample) }
        try assembler.end(late.track.id)
        image.perform(assembler.dequeueOperations())
        #expect(try readSamples(image.bytes)[1].map(\.decode) == [20_000, 25_000])
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        // Regular sample tables start with the first sample; an empty edit represents the time before it.
        let movie = try MovieFile(reading: ByteSlice(copying: image.bytes))
        #expect(movie.tracks[1].edits.initialDelay == .seconds(20))
    }
}
