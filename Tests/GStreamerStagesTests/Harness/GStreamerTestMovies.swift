import CGStreamer
import Foundation
import Media
import OutsidePrograms

/// Movies that ffmpeg makes once for tests.
enum GStreamerTestMovies {
    /// Makes a movie with ten seconds of H.264 at 30 frames per second, and AAC.
    static func make(
        _ folder: TestFolder, _ name: String, bFrames: Int = 2, seconds: Int = 10, extra: [String] = []
    ) throws -> String {
        let path = folder.path(name)
        try command(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=\(seconds)",
                "-f", "lavfi", "-i", "sine=440:duration=\(seconds):sample_rate=48000", "-pix_fmt", "yuv420p",
                "-c:v", "libx264", "-preset", "veryfast", "-bf", "\(bFrames)", "-g", "60", "-c:a", "aac",
                "-b:a", "96k",
            ] + extra + [path])
        return path
    }
}

/// A packet as reported by ffprobe.
struct ProbedPacket: Equatable {
    /// The presentation time in seconds.
    var presentation: Double
    var decode: Double
    var size: Int
    var isSync: Bool
}

/// Returns the packets of the first stream of a type, in file order.
func probePackets(_ path: String, _ type: MediaType) throws -> [ProbedPacket] {
    let text = try command(
        "ffprobe",
        [
            "-v", "error", "-select_streams", type == .video ? "v:0" : "a:0", "-show_entries",
            "packet=pts_time,dts_time,size,flags", "-of", "csv=p=0", path,
        ])
    return text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count >= 4, let presentation = Double(fields[0]), let size = Int(fields[2]) else { return nil }
        return ProbedPacket(
            presentation: presentation, decode: Double(fields[1]) ?? .nan, size: size,
            isSync: fields[3].hasPrefix("K"))
    }
}

/// Returns the minor version of GStreamer 1: 22 in Debian 12, 26 in Debian 13.
func gstreamerMinorVersion() -> Int {
    var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
    gst_version(&major, &minor, &micro, &nano)
    return Int(minor)
}
