import AssetWriting
import Foundation
import ISOMedia
import Media
import OutsidePrograms
import Packaging
import SystemFiles
import Testing

/// A movie with a gap in the video longer than the maximum sample duration, decoded by ffmpeg.
///
/// GStreamer 1.22 stops at the first sync sample after about eight hours of edits, including empty ones.
@Suite struct LongGapTests {
    @Test(arguments: [MovieFileType.mp4, .mov]) func everyFrameIsDecodedAtItsTime(type: MovieFileType) async throws {
        let folder = try TestFolder()
        let source = ["-an", "-video_track_timescale", "90000"]
        let (_, output) = try Asset(url: AssetTestMovies.make(folder, seconds: 2, extra: source)).reading(.video, nil)
        var samples: [Sample] = []
        for try await sample in output.samples { samples.append(sample) }
        let away: Int64 = 14 * 3600 * 90_000
        var assembler = MovieAssembler(settings: MovieSettings(fileType: type))
        var track = try #require(output.track.mediaTrack)
        track.id = samples[0].track
        try assembler.add(track)
        let text = Track(
            id: Track.ID(rawValue: 900), format: .codedData(.timedText()), timescale: 1000)
        try assembler.add(text)
        for sample in samples { try assembler.append(sample) }
        assembler.gap(track.id)
        for hour in 0...14 {
            let bytes = ByteSlice(copying: CodedDataFormat.timedTextSample("hour \(hour)"))
            try assembler.append(
                Sample(
                    track: text.id, timescale: 1000, decodeTicks: Int64(hour) * 3_600_000, duration: 3_600_000,
                    bytes: bytes))
        }
        for var sample in samples {
            sample.decodeTicks += away
            try assembler.append(sample)
        }
        try assembler.finish()
        let path = folder.path("away.mp4")
        var sink = try FileOperationSink(path: path, replacing: true)
        try sink.perform(assembler.dequeueOperations())
        try sink.finish()

        let times = try AssetTestMovies.probe(path, "-select_streams", "v", "-show_entries", "frame=pts_time")
            .compactMap(
                Double.init)
        let first = (0..<60).map { Double($0) / 30 }
        let expected = first + first.map { $0 + 14 * 3600 }
        #expect(times.count == 120 && zip(times, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(times)")
        #expect(
            try command("ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", folder.path("sums")) == ""
        )
    }
}
