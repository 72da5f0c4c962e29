import ScriptedMedia
import Packaging
import Foundation
import ISOMedia
import Media
import Testing

/// A gap in a track longer than the maximum sample duration: 6.6 hours at 90 kHz.
@Suite(.enabled(if: ReferenceReader.exists("ffprobe"), "Scripts/setup --test installs the readers"))
struct MovieGapTests {
    private static let away = MediaTime.seconds(14 * 3600)

    /// Returns the samples of a script in another timescale, repeated after gaps.
    private func parts(
        _ plain: Script, timescale: Int32, breaks: Int64, away: MediaTime = away
    ) -> (parts: [[Sample]], track: Track) {
        var track = plain.track
        let factor = Int64(timescale / track.timescale)
        track.timescale = timescale
        let length = plain.samples.reduce(0) { $0 + $1.duration } * factor
        let parts = (0...breaks).map { part in
            plain.samples.map { sample in
                var sample = sample
                sample.timescale = timescale
                sample.decodeTicks = sample.decodeTicks * factor + part * (length + away.ticks(at: timescale))
                (sample.duration, sample.presentationOffset) = (
                    sample.duration * factor, sample.presentationOffset * factor
                )
                return sample
            }
        }
        return (parts, track)
    }

    private func write(
        _ script: Script, breaks: Int64, _ type: MovieFileType, interval: MediaTime, timescale: Int32 = 90_000,
        away: MediaTime = away, isFinished: Bool = true
    ) throws -> [UInt8] {
        let (parts, track) = parts(script, timescale: timescale, breaks: breaks, away: away)
        var settings = MovieSettings(fileType: type)
        settings.movieFragmentInterval = interval
        var assembler = MovieAssembler(settings: settings)
        try assembler.add(track)
        for part in parts {
            for sample in part { try assembler.append(sample) }
            assembler.gap(track.id)
        }
        var image = MovieImage()
        if isFinished { try assembler.finish() } else { try assembler.end(track.id) }
        image.perform(assembler.dequeueOperations())
        return image.bytes
    }

    /// Returns the presentation time of each sample in seconds, as read by ffprobe, without samples that are not
    /// presented.
    private func times(_ bytes: [UInt8], timescale: Double = 90_000) throws -> [Double] {
        var times: [Double] = []
        try withFile("movie.mp4", bytes) { file in
            times = try ReferenceReader.packets(file).filter { !$0.flags.contains("D") }.compactMap {
                $0.pts.map { Double($0) / timescale }
            }.sorted()
        }
        return times
    }

    private func expected(frames: Int, breaks: Int, hours: Double = 14) -> [Double] {
        (0...breaks).flatMap { part in
            (0..<frames).map { Double(part * frames + $0) / 30 + Double(part) * hours * 3600 }
        }
    }

    private func agree(_ seen: [Double], _ expected: [Double]) -> Bool {
        seen.count == expected.count && zip(seen, expected).allSatisfy { abs($0 - $1) < 1e-3 }
    }

    @Test(arguments: [MovieFileType.mp4, .mov], [MediaTime.indefinite, .seconds(1)])
    func videoAfterALongGapKeepsItsTimes(type: MovieFileType, interval: MediaTime) throws {
        let script = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        for breaks in 1...2 {
            let seen = try times(write(script, breaks: Int64(breaks), type, interval: interval))
            #expect(agree(seen, expected(frames: 60, breaks: breaks)), "\(seen)")
        }
    }

    @Test(arguments: [7, 13, 100]) func reorderedVideoAfterAGapKeepsItsTimes(hours: Int64) throws {
        let script = Script.reorderedVideo(frames: 60)
        let away = MediaTime.seconds(hours * 3600)
        let seen = try times(write(script, breaks: 1, .mp4, interval: .indefinite, away: away))
        #expect(agree(seen, expected(frames: 60, breaks: 1, hours: Double(hours))), "\(seen)")
    }

    @Test func audioAfterALongGapKeepsItsTimes() throws {
        let script = Script.audio(packets: 94, rate: 48_000, priming: 0)
        let bytes = try write(script, breaks: 1, .mp4, interval: .indefinite, timescale: 48_000)
        let seen = try times(bytes, timescale: 48_000)
        let first = (0..<94).map { Double($0) * 1024 / 48_000 }
        let away: Double = 94 * 1024 / 48_000 + 14 * 3600
        let expected = first + first.map { away + $0 }
        #expect(agree(seen, expected), "\(seen)")
    }

    /// In fragments decode times express gaps, without an edit list.
    @Test func fragmentsOfUnfinishedMovieKeepTheirTimes() throws {
        let script = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let seen = try times(write(script, breaks: 1, .mp4, interval: .seconds(1), isFinished: false))
        #expect(agree(seen, expected(frames: 60, breaks: 1)), "\(seen)")
    }

    @Test func movieDurationIncludesTheGap() throws {
        let script = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        let bytes = try write(script, breaks: 1, .mp4, interval: .indefinite)
        let movie = try MovieFile(reading: ByteSlice(copying: bytes))
        #expect(movie.duration == .seconds(14 * 3600 + 4))
    }

    @Test func unannouncedGapIsRejected() throws {
        let script = Script.video(frames: 2, rate: (30, 1), syncEvery: 1)
        #expect(try refusal(script, breaks: 1, isAnnounced: false) == .badTimestamps)
    }

    /// A year at 90 kHz, and many gaps of half a year: edit lists stay small.
    @Test func gapsAreLimited() throws {
        let script = Script.video(frames: 2, rate: (30, 1), syncEvery: 1)
        #expect(try refusal(script, breaks: 1, away: .seconds(366 * 86_400)) == .badTimestamps)
        #expect(try refusal(script, breaks: 40, away: .seconds(183 * 86_400)) == nil)
        #expect(try refusal(script, breaks: 200, away: .seconds(183 * 86_400)) == .limitReached)
    }

    private func refusal(
        _ script: Script, breaks: Int64, away: MediaTime = away, isAnnounced: Bool = true
    ) throws -> PackagingError.Code? {
        let (parts, track) = parts(script, timescale: 90_000, breaks: breaks, away: away)
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        try assembler.add(track)
        do throws(PackagingError) {
            for part in parts {
                for sample in part { try assembler.append(sample) }
                if isAnnounced { assembler.gap(track.id) }
            }
            try assembler.finish()
            return nil
        } catch {
            return error.code
        }
    }
}
