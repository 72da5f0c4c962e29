import ScriptedMedia
import Packaging
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
    func tracksWithinASecondTakeLittleMemory(interval: MediaTime) throws {
        var generator = SeededGenerator(seed: 7)
        var assembler = try assembler([video, audio]) { $0.movieFragmentInterval = interval }
        var queues = [video.samples[...], audio.samples[...]]
        var image = MovieImage()
        var largest = 0
        while let slowest = queues.indices.filter({ !queues[$0].isEmpty }).min(by: {
            queues[$0].first!.decodeTime < queues[$1].first!.decodeTime
        }) {
            // Video arrives ten times as fast, within the distance that a writer allows between inputs.
            let wished = Int.random(in: 0..<11, using: &generator) == 0 ? 1 : 0
            let limit = queues[slowest].first!.decodeTime + .seconds(1)
            let mayRun = queues[wished].first.map { $0.decodeTime <= limit } ?? false
            try assembler.append(queues[mayRun ? wished : slowest].removeFirst())
            image.perform(assembler.dequeueOperations())
            largest = max(largest, assembler.waitingBytes)
        }
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        #expect((try readSamples(image.bytes) == [video.expected, audio.expected]) == true)
        // A few chunks or fragments of some hundred samples, each 8 or 16 bytes plus the overhead.
        #expect(largest < 40_000)
    }

    @Test func endedTrackDoesNotDelayOthers() throws {
        var assembler = try assembler([video, audio])
        for sample in audio.samples[..<50] { try assembler.append(sample) }
        try assembler.end(audio.track.id)
        var image = MovieImage()
        for sample in video.samples {
            try assembler.append(sample)
            image.perform(assembler.dequeueOperations())
            // At most the open chunk of half a second.
            if sample.decodeTime > .seconds(2) { #expect(assembler.waitingBytes <= 17 * 80) }
        }
    }

    @Test(arguments: [MediaTime.indefinite, .seconds(60)])
    func mediaWithoutCounterpartStayWithinTheMemoryLimit(interval: MediaTime) throws {
        var assembler = try assembler([video, audio]) { settings in
            settings.movieFragmentInterval = interval
            settings.limits.pendingBytes = 10_000
            settings.limits.pendingDuration = .seconds(1_000_000)
        }
        var image = MovieImage()
        for sample in video.samples {
            try assembler.append(sample)
            image.perform(assembler.dequeueOperations())
            #expect(assembler.waitingBytes <= 10_000)
        }
        for sample in audio.samples { try assembler.append(sample) }
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        #expect((try readSamples(image.bytes) == [video.expected, audio.expected]) == true)
    }

    @Test func mediaWithoutCounterpartAreWrittenAfterTenSeconds() throws {
        var assembler = try assembler([video, audio])
        for (index, sample) in video.samples.enumerated() {
            try assembler.append(sample)
            if index < 290 { #expect(!assembler.hasOperations) }
        }
        #expect(assembler.hasOperations)
        #expect(assembler.waitingBytes < 320 * 80)
    }
}
