import Foundation

/// A playlist that takes each segment from another rendition, like a player that switches at every boundary.
///
/// Segments are converted to transport streams without re-encoding, because those carry parameter sets in band: the
/// switch does not depend on player behaviour.
struct Stitching {
    let playlist: URL
    let segmentCount: Int

    init(_ renditions: [Rendition], in scratch: Scratch) async throws {
        let count = renditions.map(\.playlist.segments.count).min() ?? 0
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        text += "#EXT-X-TARGETDURATION:\(renditions.map(\.playlist.targetDuration).max() ?? 0)\n"
        for index in 0..<count {
            let rendition = renditions[index % renditions.count]
            let file = scratch.file("stitch-\(index).ts")
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-i", rendition.joined(index..<index + 1, in: scratch).path]
                    + [
                        "-c", "copy", "-copyts", "-muxdelay", "0", "-muxpreload", "0", "-mpegts_flags",
                        "initial_discontinuity", file.path,
                    ]
            ).succeeded()
            text += "#EXTINF:\(rendition.playlist.segments[index].extinf),\n\(file.lastPathComponent)\n"
        }
        playlist = scratch.file("stitch.m3u8")
        try (text + "#EXT-X-ENDLIST\n").write(to: playlist, atomically: true, encoding: .utf8)
        segmentCount = count
    }
}
