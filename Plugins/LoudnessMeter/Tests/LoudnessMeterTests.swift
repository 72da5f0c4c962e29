import Foundation
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import LoudnessMeter

@Suite struct LoudnessMeterTests {
    @Test func conformsToStageContract() async {
        #expect(await StageConformance.check(LoudnessMeter.self, payloads: 2000) == [])
    }

    /// EBU Tech 3341, cases 1 and 2: the loudness in LUFS of a stereo tone of 1 kHz equals its level in dBFS.
    @Test(arguments: [(-23.0, 48_000), (-33.0, 48_000), (-23.0, 44_100), (-23.0, 96_000)])
    func toneLoudnessEqualsLevel(level: Double, rate: Int) throws {
        let reading = measure([(level, 20)], rate: rate)
        for value in [reading.momentary, reading.shortTerm, reading.integrated] {
            #expect(try abs(#require(value) - level) < 0.1, "\(reading)")
        }
        #expect(try abs(#require(reading.samplePeak) - level) < 0.1)
    }

    /// EBU Tech 3341, case 3: passages below the relative gate do not count.
    @Test func quietPassagesAreGated() throws {
        let reading = measure([(-36, 10), (-23, 60), (-36, 10)], rate: 48_000)
        #expect(try abs(#require(reading.integrated) + 23) < 0.1, "\(reading)")
    }

    /// EBU Tech 3342, case 1.
    @Test func rangeIsDifferenceOfLoudAndQuiet() throws {
        let reading = measure([(-20, 20), (-30, 20)], rate: 48_000)
        #expect(try abs(#require(reading.range) - 10) < 1, "\(reading)")
    }

    @Test func silenceHasNoLoudness() {
        let reading = measure([(-200, 2)], rate: 48_000)
        #expect(reading.integrated == nil && reading.range == nil && reading.seconds == 2)
    }

    @Test func audioIsForwardedMeasuredAndWritten() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/loudness.json")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        var options = LoudnessMeter.Options()
        options.path = file.path
        let track = track(48_000)
        let frames = tone(track, level: -23, seconds: 4)
        let measured = Mutex<[String: Double]>([:])
        let outlet = CollectingOutlet<Frame>()
        try await LoudnessMeter(options: options).run(
            input: ScriptedInlet(Message.script(track, frames), batchSize: 7), output: outlet,
            context: StageContext(
                stageName: "meter", meter: { name, value in measured.withLock { $0[name] = value } }))
        #expect(outlet.payloads.map(\.presentationTicks) == frames.map(\.presentationTicks))
        #expect(try abs(#require(measured.withLock { $0["integrated-lufs"] }) + 23) < 0.1)
        let reading = try JSONDecoder().decode(Loudness.Reading.self, from: Data(contentsOf: file))
        #expect(reading.seconds == 4)
        #expect(try abs(#require(reading.integrated) + 23) < 0.1)
    }

    private func measure(_ parts: [(level: Double, seconds: Int)], rate: Int) -> Loudness.Reading {
        var loudness = Loudness(sampleRate: rate, channelCount: 2)
        var index = 0
        for (level, seconds) in parts {
            let amplitude = pow(10, level / 20)
            for _ in 0..<rate * seconds {
                let value = amplitude * sin(2 * .pi * 1000 * Double(index) / Double(rate))
                loudness.addSample { _ in value }
                index += 1
            }
        }
        return loudness.reading
    }

    private func track(_ rate: Int) -> Track {
        let format = RawAudioFormat(sampleFormat: "F32LE", sampleRate: rate, channelCount: 2)
        return Track(id: Track.ID(rawValue: 1), format: .rawAudio(format), timescale: Int32(rate))
    }

    /// Returns frames of 1024 samples; the last one is shorter.
    private func tone(_ track: Track, level: Double, seconds: Int) -> [Frame] {
        let (rate, amplitude) = (Int(track.timescale), pow(10, level / 20))
        return stride(from: 0, to: rate * seconds, by: 1024).map { start in
            let count = min(1024, rate * seconds - start)
            let values = (start..<start + count).flatMap { index in
                let value = Float(amplitude * sin(2 * .pi * 1000 * Double(index) / Double(rate)))
                return [value, value]
            }
            return Frame(
                track: track.id, timescale: track.timescale, presentationTicks: Int64(start), duration: Int64(count),
                content: FrameBytes(values.withUnsafeBytes { ByteSlice(copying: Array($0)) }, format: track.format))
        }
    }
}
