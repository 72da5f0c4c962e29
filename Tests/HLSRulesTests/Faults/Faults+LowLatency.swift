extension Faults {
    /// Faults in low-latency presentations.
    static let lowLatency: [Fault] = parts + control + updates

    private static let video = "video/playlist.m3u8"
    private static func fault(_ rule: String, _ name: String, _ mutation: Mutation) -> Fault {
        Fault(rule, name, in: .lowLatency, video, mutation)
    }
    private static func reload(_ rule: String, _ name: String, _ mutation: Mutation) -> Fault {
        .reload(rule, name, in: .lowLatency, mutation)
    }

    private static let parts: [Fault] = [
        fault("R51", "no EXT-X-PART-INF", .remove("#EXT-X-PART-INF:PART-TARGET=0.5\n")),
        fault(
            "R52", "a part longer than PART-TARGET",
            .replace(
                "DURATION=0.5,URI=\"segment-00009.2.m4s\"", "DURATION=0.9,URI=\"segment-00009.2.m4s\"")),
        fault(
            "R53", "a part shorter than 85 % of PART-TARGET",
            .replace(
                "DURATION=0.5,URI=\"segment-00009.2.m4s\"", "DURATION=0.3,URI=\"segment-00009.2.m4s\"")),
        Fault("R54M", "a part is replaced by its neighbour", in: .lowLatency) {
            $0.files["video/segment-00009.2.m4s"] = $0.files["video/segment-00009.3.m4s"]
        },
        Fault("R54M", "a part of audio is replaced by its neighbour", in: .lowLatency) {
            $0.files["audio/segment-00009.3.m4s"] = $0.files["audio/segment-00009.2.m4s"]
        },
        Fault("R54M", "a part of another segment", in: .lowLatency) {
            $0.files["video/segment-00009.2.m4s"] = $0.files["video/segment-00008.2.m4s"]
        },
        fault("R54M", "a part is not listed twice", .replace("segment-00009.2.m4s", "segment-00009.1.m4s")),
        fault(
            "R55", "a part with an IDR picture is not INDEPENDENT",
            .replace(
                "segment-00009.3.m4s\",INDEPENDENT=YES", "segment-00009.3.m4s\"")),
        fault(
            "R55", "a part without an IDR picture is INDEPENDENT",
            .replace(
                "segment-00009.2.m4s\"", "segment-00009.2.m4s\",INDEPENDENT=YES")),
        fault(
            "R56", "a date after the first part",
            .all(
                .remove("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:21.678+00:00\n"),
                .replace(
                    "#EXTINF:2.000000,\nsegment-00009.m4s",
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:21.678+00:00\n#EXTINF:2.000000,\nsegment-00009.m4s"))),
        fault(
            "R57", "parts of old segments",
            .replace(
                "#EXTINF:2.000000,\nsegment-00003.m4s",
                (1...4).map {
                    "#EXT-X-PART:DURATION=0.5,URI=\"segment-00003.\($0).m4s\"\($0 % 2 == 1 ? ",INDEPENDENT=YES" : "")\n"
                }
                .joined() + "#EXTINF:2.000000,\nsegment-00003.m4s")),
        .bytes("R58", "a truncated part", in: .lowLatency, "video/segment-00009.2.m4s") { $0.removeLast(40) },
        Fault(
            "R59", "parts of I-frames", in: .lowLatency, "video/iframes.m3u8",
            .append(
                "#EXT-X-PART:DURATION=0.5,URI=\"segment-00011.1.m4s\"\n")),
        fault(
            "R31", "a gap whose parts are none",
            .replace("#EXTINF:2.000000,\nsegment-00009.m4s", "#EXT-X-GAP\n#EXTINF:2.000000,\nsegment-00009.m4s")),
    ]

    private static let control: [Fault] = [
        fault("R60", "a PART-HOLD-BACK of one part", .replace("PART-HOLD-BACK=1.5", "PART-HOLD-BACK=0.5")),
        fault("R60", "no PART-HOLD-BACK", .replace(",PART-HOLD-BACK=1.5", "")),
        fault(
            "R61", "a HOLD-BACK of one target duration",
            .replace(",PART-HOLD-BACK=1.5", ",PART-HOLD-BACK=1.5,HOLD-BACK=2")),
        fault("R62", "a skip boundary of two target durations", .replace("CAN-SKIP-UNTIL=12", "CAN-SKIP-UNTIL=4")),
        fault("R65", "no rendition report", .lines { $0.hasPrefix("#EXT-X-RENDITION-REPORT") ? nil : $0 }),
        fault(
            "R65", "a rendition report with an absolute URI",
            .replace("REPORT:URI=\"../audio", "REPORT:URI=\"https://example.com/audio")),
        fault("R65", "a rendition report five segments old", .number("LAST-MSN=") { $0 - 5 }),
        Fault(
            "R76", "no independent segments", in: .lowLatency, "index.m3u8", .remove("#EXT-X-INDEPENDENT-SEGMENTS\n")),
        fault("R64", "two hints", .append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"segment-00010.5.m4s\"\n")),
        fault(
            "R66", "a skip without CAN-SKIP-UNTIL",
            .all(
                .replace("CAN-SKIP-UNTIL=12,", ""),
                .replace("#EXT-X-PROGRAM", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXT-X-PROGRAM"))),
    ]

    private static let updates: [Fault] = [
        reload("R63", "PART-TARGET changes", .replace("PART-TARGET=0.5", "PART-TARGET=0.6")),
        reload("R63", "EXT-X-SERVER-CONTROL changes", .replace("CAN-SKIP-UNTIL=12", "CAN-SKIP-UNTIL=14")),
        reload("R64", "the hinted part has another name", .replace("segment-00010.3.m4s", "segment-00010.x.m4s")),
        reload(
            "R66", "a delta update that was not requested",
            .replace(
                "#EXT-X-PROGRAM", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXT-X-PROGRAM")),
        reload(
            "R11", "the media sequence of the segments after EXT-X-SKIP",
            .all(
                .removeSegment(0), .removeSegment(0), .number("MEDIA-SEQUENCE:") { $0 + 2 },
                .replace("#EXT-X-PROGRAM", "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-PROGRAM"))),
        Fault("R16", "the discontinuity of a hinted segment disappears", in: .lowLatency) { presentation in
            let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:21.678"
            for (index, state) in (presentation.states[video] ?? []).enumerated()
            where state.text.contains("segment-00009.1.m4s") && !state.text.contains("segment-00009.m4s") {
                presentation.states[video]?[index].text = state.text.replacing(
                    date, with: "#EXT-X-DISCONTINUITY\n" + date)
            }
        },
    ]
}
