import AssetWriting
import ISOMedia
import Media
import Testing

@Suite struct MovieInterleavingTests {
    private func assembler(
        _ scripts: [Script], _ adjust: (inout MovieSettings) -> Void = { _ in }
    ) throws -> MovieAssembler {
        var settings = MovieSettings(fileType: .mp4)
        adjust(&settings)
        var assembler = MovieAssembler(settings: settings)
        for script in scripts { try assembler.add(script.track) }
        return assembler
    }

    private let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 30)
    private let audio = Script.audio(packets: 1410, rate: 48000, priming: 0)

    @Test(arguments: [MediaTime.indefinite, .seconds(2)])
    func aTrackThatRunsAheadIsNotReadyUntilTheOtherCatchesUp(interval: MediaTime) throws {
        var assembler = try assembler([video, audio]) { $0.movieFragmentInterval = interval }
        var (pictures, packets) = (video.samples[...], audio.samples[...])
        try assembler.append(packets.removeFirst())
        try assembler.append(packets.removeFirst())
        while assembler.isReady(for: video.track.id) { try assembler.append(pictures.removeFirst()) }
        // A second chunk, or a fragment, is as far as it gets.
        let reached = pictures.first!.decodeTime
        #expect(reached < (interval.isIndefinite ? .milliseconds(1200) : .seconds(3)))
        #expect(assembler.isReady(for: audio.track.id))
        while !assembler.isReady(for: video.track.id) { try assembler.append(packets.removeFirst()) }
        #expect(packets.first!.decodeTime <= reached + .milliseconds(600))
    }

    @Test(arguments: [MediaTime.indefinite, .seconds(2)])
    func inputsOfDifferentSpeedsThatObeyReadinessNeverStopEachOther(interval: MediaTime) throws {
        var generator = SeededGenerator(seed: 7)
        var assembler = try assembler([video, audio]) { $0.movieFragmentInterval = interval }
        var queues = [video.samples[...], audio.samples[...]]
        let ids = [video.track.id, audio.track.id]
        var image = MovieImage()
        var (largest, stops) = (0, 0)
        while queues.contains(where: { !$0.isEmpty }) {
            // Pictures come ten times as fast, when they may.
            let wished = Int.random(in: 0..<11, using: &generator) == 0 ? 1 : 0
            let ready = [0, 1].filter { !queues[$0].isEmpty && assembler.isReady(for: ids[$0]) }
            if ready.isEmpty {
                // Only when the track that is waited for has nothing more.
                let ended = try #require([0, 1].first { queues[$0].isEmpty })
                try assembler.end(ids[ended])
                stops += 1
                #expect(stops == 1)
                continue
            }
            let next = ready.contains(wished) ? wished : ready[0]
            try assembler.append(queues[next].removeFirst())
            image.perform(assembler.takeOperations())
            largest = max(largest, assembler.waitingBytes)
        }
        try assembler.finish()
        image.perform(assembler.takeOperations())
        #expect((try readSamples(image.bytes) == [video.expected, audio.expected]) == true)
        // A few chunks or fragments of some hundred samples, each 8 or 16 bytes and what it costs to keep.
        #expect(largest < 40_000)
    }

    @Test func aTrackThatEndsEarlyIsNotWaitedFor() throws {
        var assembler = try assembler([video, audio])
        for sample in audio.samples[..<50] { try assembler.append(sample) }
        try assembler.end(audio.track.id)
        #expect(!assembler.isReady(for: audio.track.id))
        for sample in video.samples {
            #expect(assembler.isReady(for: video.track.id))
            try assembler.append(sample)
        }
    }

    @Test(arguments: [MediaTime.indefinite, .seconds(60)])
    func mediaThatNobodyWaitsForTakeNoMoreMemoryThanTheLimit(interval: MediaTime) throws {
        var assembler = try assembler([video, audio]) { settings in
            settings.movieFragmentInterval = interval
            settings.limits.pendingBytes = 10_000
            settings.limits.pendingDuration = .seconds(1_000_000)
        }
        var image = MovieImage()
        for sample in video.samples {
            try assembler.append(sample)
            image.perform(assembler.takeOperations())
            #expect(assembler.waitingBytes <= 10_000)
        }
        for sample in audio.samples { try assembler.append(sample) }
        try assembler.finish()
        image.perform(assembler.takeOperations())
        #expect((try readSamples(image.bytes) == [video.expected, audio.expected]) == true)
    }

    @Test func mediaThatNobodyWaitsForAreWrittenAfterTenSeconds() throws {
        var assembler = try assembler([video, audio])
        for (index, sample) in video.samples.enumerated() {
            try assembler.append(sample)
            if index < 290 { #expect(!assembler.hasOperations) }
        }
        #expect(assembler.hasOperations)
        #expect(assembler.waitingBytes < 320 * 80)
    }
}
