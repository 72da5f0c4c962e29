import HLS
import Media
import HLSRules

extension RuleExamples {
    static let parts = TextPresentation(ValidTexts.lowLatency(after: 3, parts: 3))

    static let lowLatency: [RuleExample] = [
        .text("R51", "EXT-X-PART-INF is missing", parts, .remove("#EXT-X-PART-INF:PART-TARGET=1.0\n")),
        .text("R51", "the part target duration is 0", parts, .replace("PART-TARGET=1.0", "PART-TARGET=0")),
        .text("R52", "a part is too long", parts, .replace("PART:DURATION=1.0", "PART:DURATION=1.01")),
        .text(
            "R53", "a part is too short", parts,
            .replace("DURATION=1.0,URI=\"part230.1.mp4\"", "DURATION=0.84,URI=\"part230.1.mp4\"")),
        .text(
            "R56", "a discontinuity follows the parts of its segment", parts,
            .replace("#EXTINF:4.000000,\nsegment230", "#EXT-X-DISCONTINUITY\n#EXTINF:4.000000,\nsegment230"),
            profile: .rfc),
        .text(
            "R57", "old parts are not removed", parts,
            .replace(
                "#EXTINF:4.000000,\nsegment220", "#EXT-X-PART:DURATION=1.0,URI=\"a\"\n#EXTINF:4.000000,\nsegment220")),
        .text(
            "R59", "an I-frame playlist has parts", parts,
            .replace("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-I-FRAMES-ONLY")),
        .text("R60", "PART-HOLD-BACK is missing", parts, .remove(",PART-HOLD-BACK=3.0")),
        .text(
            "R60", "PART-HOLD-BACK is below three part target durations", parts,
            .replace("PART-HOLD-BACK=3.0", "PART-HOLD-BACK=2.5")),
        .text(
            "R60", "PART-HOLD-BACK is below two part target durations", parts,
            .replace("PART-HOLD-BACK=3.0", "PART-HOLD-BACK=1.5"),
            profile: .rfc),
        .text("R61", "HOLD-BACK is too short", parts, .replace(",HOLD-BACK=12.0", ",HOLD-BACK=11.9")),
        .text("R62", "CAN-SKIP-UNTIL is too short", parts, .replace("CAN-SKIP-UNTIL=24.0", "CAN-SKIP-UNTIL=12.0")),
        .text("R62", "CAN-SKIP-UNTIL is missing", parts, .remove("CAN-SKIP-UNTIL=24.0,")),
        .text("R64", "two parts are hinted", parts, .append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"b\"\n")),
        .text(
            "R65", "a rendition report has an absolute URI", parts,
            .append("#EXT-X-RENDITION-REPORT:URI=\"https://example.com/a.m3u8\",LAST-MSN=231,LAST-PART=2\n")),
        .text(
            "R66", "segments are skipped without CAN-SKIP-UNTIL", TextPresentation(ValidTexts.live(after: 7)),
            .all(
                .replace("VERSION:6", "VERSION:9"),
                .replace("#EXT-X-INDEP", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXT-X-INDEP"))),
        .text(
            "R65", "the rendition report of the other variant is missing", ValidPresentations.lowLatency,
            in: "high/live.m3u8",
            .remove("#EXT-X-RENDITION-REPORT:URI=\"../low/live.m3u8\",LAST-MSN=237,LAST-PART=1\n"),
            scope: .presentation),
        .text(
            "R76", "segments are not declared independent", ValidPresentations.lowLatency, in: "low/live.m3u8",
            .remove("#EXT-X-INDEPENDENT-SEGMENTS\n"), scope: .presentation),
        .text(
            "R76", "audio is muxed into the variants", ValidPresentations.lowLatency,
            .all(.remove(",AUDIO=\"aac\"")), scope: .presentation),
    ]

    /// Consecutive states with one more part each, across the end of a segment.
    static let partStates = WatchedState.series(
        [(3, 2), (3, 3), (4, 0), (4, 1)].map {
            ValidTexts.lowLatency(after: $0, parts: $1, reporting: ["audio.m3u8"])
        }, every: 1000)

    /// A delta update from the first to the second state of ``partStates``.
    static let delta: String = {
        let text = partStates[1].text
        let begin = text.firstRange(of: "#EXT-X-PROGRAM-DATE-TIME")?.lowerBound ?? text.endIndex
        let end = text.firstRange(of: "segment200.mp4\n")?.upperBound ?? text.endIndex
        return text[..<begin].replacing("VERSION:6", with: "VERSION:9") + "#EXT-X-SKIP:SKIPPED-SEGMENTS=198\n"
            + text[end...]
    }()

    static let lowLatencyReloading: [RuleExample] = [
        .reload(
            "R63", "the part target duration increases", partStates, .replace("PART-TARGET=1.0", "PART-TARGET=1.1")),
        .reload("R63", "CAN-BLOCK-RELOAD disappears", partStates, .remove("CAN-BLOCK-RELOAD=YES,")),
        .reload("R64", "another part than the hinted one appears", partStates, .replace("part232.0.mp4", "other.mp4")),
        .watch(
            "R65", "the rendition report is outdated",
            [partStates[0], partStates[1]].map { state in
                var state = state
                state.edges = ["audio.m3u8": PlaylistEdge(mediaSequence: 231, part: 2, time: .milliseconds(-100))]
                return state
            }
        ) { states in
            states[1].edges = ["audio.m3u8": PlaylistEdge(mediaSequence: 234, part: 2, time: .milliseconds(500))]
        },
        .watch(
            "R66", "segments are skipped without a request",
            [partStates[0], WatchedState(text: delta, time: 1000, asksForSkip: true)]
        ) { states in
            states[1].asksForSkip = false
        },
        .watch("R75", "no part is added", partStates) { states in
            states[3] = states[2]
            states[3].time += 3000
        },
    ]
}
