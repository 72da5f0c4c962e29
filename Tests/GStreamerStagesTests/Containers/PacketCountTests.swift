import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

/// Packets of containers, counted by ffprobe and compared with the delivered samples and those reported as omitted.
@Suite struct PacketCountTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        var video: [String]?
        var audio: [String]?
        var testDescription: String { ([name] + (video ?? []) + (audio ?? [])).joined(separator: " ") }

        init(_ name: String, _ video: String?, _ audio: String?) {
            self.name = name
            let split = { (text: String) in text.split(separator: " ").map(String.init) }
            (self.video, self.audio) = (video.map(split), audio.map(split))
        }
    }

    private static let x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10"
    private static let surround = "-af pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0 -c:a libopus -mapping_family 1"

    static let shapes = [
        Shape("a.mkv", x264 + " -bf 2", "-c:a aac"),
        Shape("b.mkv", "-c:v libx265 -x265-params log-level=none:keyint=10", "-c:a ac3"),
        Shape("c.mkv", "-c:v libaom-av1 -cpu-used 8", "-c:a eac3"),
        Shape("d.mkv", x264, "-c:a pcm_s16le"),
        Shape("e.mkv", nil, "-c:a alac"), Shape("f.mkv", nil, "-c:a flac"), Shape("g.mkv", nil, "-c:a libmp3lame"),
        Shape("h.mkv", nil, surround), Shape("i.mkv", nil, "-c:a libopus -frame_duration 2.5"),
        Shape("j.mkv", x264, "-c:a dca -strict -2"), Shape("k.mkv", x264, "-c:a libvorbis"),
        Shape("l.webm", "-c:v libvpx-vp9 -auto-alt-ref 1 -lag-in-frames 16 -b:v 100k", "-c:a libvorbis"),
        Shape("m.webm", "-c:v libvpx -auto-alt-ref 1 -lag-in-frames 16 -b:v 100k", "-c:a libopus"),
        Shape("n.ogg", nil, "-c:a libopus -frame_duration 60"), Shape("o.ogg", nil, "-c:a flac"),
        Shape("p.ogg", nil, "-c:a libvorbis"), Shape("q.flac", nil, "-c:a flac"),
        Shape("r.avi", x264 + " -bf 0", "-c:a libmp3lame"), Shape("s.avi", "-c:v mpeg4", "-c:a ac3"),
        Shape("t.flv", x264 + " -bf 2", "-c:a aac"), Shape("u.flv", "-c:v flv1", "-ar 44100 -c:a libmp3lame"),
        Shape("v.mp3", nil, "-c:a libmp3lame"), Shape("w.mp3", nil, "-ac 2 -c:a libmp3lame -q:a 4"),
        Shape("x.mp3", nil, "-c:a libmp3lame -write_xing 0"), Shape("y.aac", nil, "-c:a aac"),
    ]

    @Test(arguments: shapes) func everyPacketIsDeliveredOrCounted(shape: Shape) async throws {
        let folder = try TestFolder()
        let reading = try await ContainerReading.make(shape.name, video: shape.video, audio: shape.audio, in: folder)
        #expect(!reading.packets.isEmpty)
        for (type, name) in [(MediaType.video, "video"), (.audio, "audio")] {
            guard let count = reading.packets[name] else { continue }
            let delivered = reading.samples(type).count
            // A file without a supported track is rejected before its samples are counted.
            if reading.failure?.code == .unsupportedMedia, delivered == 0 { continue }
            // A track is either delivered completely or omitted completely, and its sample count is reported.
            #expect(
                delivered == count || delivered == 0 && reading.leftOut.contains(count),
                "\(name): \(delivered) of \(count), \(reading.leftOut) left out, \(reading.problems)")
        }
        let isCarried = !reading.collector.tracks.isEmpty
        #expect(isCarried ? reading.failure == nil : reading.failure?.code == .unsupportedMedia)
        #expect(!isCarried || reading.leftOut.count == reading.problems.count { $0.code == "track-left-out" })
    }

    @Test(arguments: ["a.wav", "b.aiff"]) func rawAudioIsReportedWithItsName(name: String) async throws {
        let folder = try TestFolder()
        let codec = name.hasSuffix("wav") ? "pcm_s16le" : "pcm_s16be"
        let reading = try await ContainerReading.make(name, audio: ["-c:a", codec], in: folder)
        let isCarried = !reading.collector.tracks.isEmpty
        let isReported = reading.problems.contains { $0.message.contains("PCM") } && (reading.leftOut.first ?? 1) > 0
        #expect(
            isCarried || isReported && reading.failure?.code == .unsupportedMedia,
            "\(reading.problems) \(String(describing: reading.failure))")
    }

    /// Matroska cannot express negative timestamps; files cut with ffmpeg begin with such pictures.
    @Test func samplesWithoutATimeAreCounted() async throws {
        let folder = try TestFolder()
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-c:v", "libx265",
            "-x265-params", "log-level=none:keyint=25:open-gop=1", folder.path("whole.mkv"))
        try command(
            "ffmpeg", "-v", "error", "-ss", "1.5", "-i", folder.path("whole.mkv"), "-c", "copy", folder.path("cut.mkv"))
        let reading = try await ContainerReading(folder.path("cut.mkv"))
        let untimed = reading.leftOut.reduce(0, +)
        #expect(untimed > 0 && reading.samples(.video).count + untimed == reading.packets["video"])
        #expect(reading.problems.contains { $0.message.contains("which have no presentation time") })
        #expect(reading.failure == nil)
    }

    /// AVI has no presentation times: reordered pictures would be shown in decode order.
    @Test func reorderedPicturesOfAVIAreRefused() async throws {
        let folder = try TestFolder()
        let reading = try await ContainerReading.make(
            "movie.avi", video: ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"], in: folder)
        #expect(reading.failure?.code == .badTimestamps)
        #expect(reading.failure?.message.contains("has no presentation times") == true)
    }
}
