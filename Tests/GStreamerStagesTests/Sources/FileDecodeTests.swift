import Foundation
import Media
import ReadingStages
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct FileDecodeTests {
    static func decode(
        _ path: String, tracks: TrackSelection = .all, stop: StopSignal = StopSignal(),
        collector: Collector<Frame> = Collector()
    ) async throws -> Collector<Frame> {
        var options = FileDecode.Options()
        (options.path, options.tracks) = (path, tracks)
        try await FileDecode(options: options).run(output: collector, context: .alone(stop: stop))
        return collector
    }

    @Test(arguments: ["mp4", "mkv", "ts", "flv"]) func allFramesAreDecodedWithTimes(container: String) async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.\(container)")
        let collector = try await Self.decode(path)
        let video = try #require(collector.tracks.first { $0.mediaType == .video })
        let audio = try #require(collector.tracks.first { $0.mediaType == .audio })
        let pictures = collector.payloads(of: video.id)
        #expect(pictures.count == 300)
        for (picture, next) in zip(pictures, pictures.dropFirst()) {
            #expect(picture.presentationTicks + picture.duration == next.presentationTicks)
            #expect(abs(picture.duration * 30 - Int64(picture.timescale)) <= 30 * 30)
        }
        let sound = collector.payloads(of: audio.id)
        for (block, next) in zip(sound, sound.dropFirst()) {
            #expect(block.presentationTicks + block.duration == next.presentationTicks)
        }
        let length = sound.reduce(0) { $0 + $1.duration }
        #expect(abs(length - 480_000) <= 2048)
    }

    /// The edit list of an MP4 removes the encoder's priming; the remaining audio starts with the first frame.
    @Test func primingOfAMovieIsHonoured() async throws {
        let folder = try TestFolder()
        let path = folder.path("sync.mp4")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "color=black:size=160x96:rate=30:duration=4,drawbox=color=white:t=fill:enable='lt(mod(t,1),0.02)'",
            "-f", "lavfi", "-i", "aevalsrc='if(lt(mod(t,1),0.01),sin(2*PI*1000*t),0)':s=48000:d=4", "-c:v", "libx264",
            "-pix_fmt", "yuv420p", "-c:a", "aac", path)
        let collector = try await Self.decode(path)
        let video = try #require(collector.tracks.first { $0.mediaType == .video })
        let audio = try #require(collector.tracks.first { $0.mediaType == .audio })
        let flashes = try collector.payloads(of: video.id).filter { frame in
            try #require((frame.content as? GStreamerFrame)?.bytes).withUnsafeBytes { $0[500] > 180 }
        }
        #expect(flashes.map { $0.presentationTime } == (0..<4).map { MediaTime.seconds($0) })
        #expect(try ticks(collector.payloads(of: audio.id), audio) == [0, 1, 2, 3])
    }

    /// Returns the onsets of audio in seconds, rounded to a millisecond; only onsets at whole seconds are integers.
    private func ticks(_ frames: [Frame], _ track: Track) throws -> [Double] {
        guard case .rawAudio(let format) = track.format else { return [] }
        var onsets: [Double] = []
        var lastLoud = Int64.min / 2
        for frame in frames {
            let levels = try #require((frame.content as? GStreamerFrame)?.bytes).withUnsafeBytes { bytes in
                format.sampleFormat == "F32LE"
                    ? bytes.bindMemory(to: Float.self).map { abs($0) }
                    : bytes.bindMemory(to: Int16.self).map { abs(Float($0) / 32768) }
            }
            for (index, level) in levels.enumerated() where level > 0.1 {
                let tick = frame.presentationTicks + Int64(index / format.channelCount)
                if tick - lastLoud > 4800 { onsets.append((Double(tick) / 48).rounded() / 1000) }
                lastLoud = tick
            }
        }
        return onsets.map { abs($0 - $0.rounded()) <= 0.001 ? $0.rounded() : $0 }
    }

    @Test func decodingStopsOnRequest() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.mp4")
        let stop = StopSignal()
        let collector = Collector<Frame>(onPayload: { if $0 == 50 { stop.raise() } })
        _ = try await Self.decode(path, stop: stop, collector: collector)
        #expect(collector.endedTracks.count == 2)
        #expect(collector.payloads.count < 700)
    }
}
