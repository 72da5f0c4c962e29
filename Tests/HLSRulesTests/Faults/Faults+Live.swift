import Media

extension Faults {
    /// Faults in the states of a live presentation.
    static let live: [Fault] = [
        Fault("R39", "no dates", in: .live, "video/playlist.m3u8", .lines { $0.contains("DATE-TIME") ? nil : $0 }),
        .reload("R9", "the target duration changes", .replace("TARGETDURATION:2", "TARGETDURATION:3")),
        .reload("R11", "the media sequence advances by two", .number("MEDIA-SEQUENCE:") { $0 + 1 }),
        .reload("R11", "the media sequence goes back", .number("MEDIA-SEQUENCE:") { _ in 0 }),
        .reload(
            "R12", "the discontinuity sequence changes",
            .replace("DISCONTINUITY-SEQUENCE:0", "DISCONTINUITY-SEQUENCE:1")),
        Fault("R12", "a discontinuity sequence above the media sequence", in: .live) {
            try $0.changeText("video/playlist.m3u8", .replace("DISCONTINUITY-SEQUENCE:0", "DISCONTINUITY-SEQUENCE:9"))
        },
        Fault("R26", "a discontinuity sequence unlike that of the others", in: .live) {
            try $0.changeText("video-2/playlist.m3u8", .replace("DISCONTINUITY-SEQUENCE:0", "DISCONTINUITY-SEQUENCE:2"))
        },
        Fault("R13", "a discontinuity without a sequence number", in: .live) {
            try $0.changeText("video/playlist.m3u8", .remove("#EXT-X-DISCONTINUITY-SEQUENCE:0\n"))
            try $0.changeLastState(
                "video/playlist.m3u8",
                .replace(
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:23",
                    "#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:23"))
        },
        Fault("R14", "an ended playlist continues", in: .live) { presentation in
            let name = "video/playlist.m3u8"
            let last = (presentation.states[name]?.count ?? 0) - 2
            presentation.states[name]?[last].text += "#EXT-X-ENDLIST\n"
        },
        Fault("R15", "an EVENT playlist removes segments", in: .live) {
            try $0.changeText("video/playlist.m3u8", .replace("#EXT-X-MAP", "#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MAP"))
        },
        .reload("R16", "a published segment changes its name", .replace("segment-00008.m4s", "other-00008.m4s")),
        .reload(
            "R16", "a published segment changes its duration",
            .replace(
                "EXTINF:2.000000,\nsegment-00008.m4s", "EXTINF:2.100000,\nsegment-00008.m4s")),
        .reload("R16", "a published segment changes its date", .replace("03:04:19.678", "03:04:19.978")),
        .reload(
            "R16", "a published segment changes its map", .replace("URI=\"init.mp4\"", "URI=\"../video-2/init.mp4\"")),
        .reload("R16", "an earlier segment is listed again", .replace("segment-00010.m4s", "segment-00005.m4s")),
        .reload("R16", "the last segment disappears", .all(.removeSegment(-1), .removeSegment(-1))),
        Fault("R19", "a window of two segments", in: .live) { presentation in
            let name = "video/playlist.m3u8"
            for index in (presentation.states[name] ?? []).indices.dropFirst(3) {
                let text = presentation.states[name]?[index].text ?? ""
                let count = text.split(separator: "\n").count { $0.hasPrefix("#EXTINF") }
                let removed = max(count - 2, 0)
                var short = try Mutation.number("MEDIA-SEQUENCE:") { $0 + removed }.apply(text)
                for _ in 0..<removed { short = try Mutation.removeSegment(0).apply(short) }
                presentation.states[name]?[index].text = short
            }
        },
        Fault("R75", "no new segment for 6 s", in: .live) { presentation in
            let name = "video/playlist.m3u8"
            presentation.states[name]?.remove(at: 5)
            presentation.states[name]?.remove(at: 5)
            if let state = presentation.states[name]?[4] {
                presentation.states[name]?.insert(.init(text: state.text, time: state.time + .seconds(5)), at: 5)
            }
        },
        Fault("R46", "a live segment is replaced by another one", in: .live) {
            $0.files["video/segment-00008.m4s"] = $0.files["video/segment-00006.m4s"]
        },
        Fault(
            "R18", "EXT-X-START near the end", in: .live, "video/playlist.m3u8",
            .replace("#EXT-X-MAP", "#EXT-X-START:TIME-OFFSET=-1\n#EXT-X-MAP")),
    ]
}
