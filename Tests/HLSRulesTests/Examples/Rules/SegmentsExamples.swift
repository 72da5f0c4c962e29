import HLSRules

extension RuleExamples {
    static let event = TextPresentation(ValidTexts.event(of: 8))

    static let segments: [RuleExample] = [
        .text(
            "R21", "EXT-X-MAP is missing", movie,
            .all(.remove("#EXT-X-MAP:URI=\"init.mp4\"\n"), .replace("VERSION:6", "VERSION:3"))),
        .text("R22", "the map has a range without an offset", fullyTagged, .replace("800@0", "800")),
        .text(
            "R22", "the key of the initialization section has no IV", fullyTagged,
            .remove(",IV=0x000102030405060708090A0B0C0D0E0F")),
        .text("R27", "the first range has no offset", fullyTagged, .replace("1000@800", "1000")),
        .text(
            "R27", "a byte range without an offset is in another file", fullyTagged,
            .replace("BYTERANGE:1000\nmovie.mp4?{$token}", "BYTERANGE:1000\nother.mp4")),
        .text("R28", "a key has no URI", fullyTagged, .remove("URI=\"key?{$token}\",")),
        .text("R28", "an IV is too long", fullyTagged, .replace("IV=0x00", "IV=0xFF00")),
        .text(
            "R28", "a method that does not use IV has one", fullyTagged, .replace("AES-128", "SAMPLE-AES-CTR")
        ),
        .text("R28", "METHOD=NONE has a URI", fullyTagged, .replace("METHOD=NONE", "METHOD=NONE,URI=\"key\"")),
        .text(
            "R31", "a gap has a part", TextPresentation(ValidTexts.lowLatency(after: 3, parts: 1)),
            .replace("#EXTINF:4.000000,\nsegment230.mp4", "#EXT-X-GAP\n#EXTINF:4.000000,\nsegment230.mp4")),
        .text(
            "S30", "a segment has another key format", fullyTagged,
            .replace(
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:11.000Z",
                "#EXT-X-KEY:METHOD=NONE\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01,KEYFORMAT=\"other\"\n"
                    + "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:11.000Z")),
        .text(
            "S30", "the keys of a segment have two methods", fullyTagged,
            .replace(
                "#EXT-X-MAP", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"f\"\n#EXT-X-MAP")),
        .text("R33", "a date range has no ID", event, .replace("ID=\"a\",", "")),
        .text("R33", "a date range has no START-DATE", event, .replace("START-DATE=\"2026-01-02T03:04:05.000Z\",", "")),
        .text(
            "R33", "START-DATE is not a date", event, .replace("START-DATE=\"2026-01-02T", "START-DATE=\"tomorrow, ")),
        .text(
            "R33", "the playlist has no dates", event,
            .all(
                .remove("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00\n"), .append("#EXT-X-ENDLIST\n"))),
        .text(
            "R34", "PLANNED-DURATION changes", fullyTagged,
            .replace("DURATION=6.0,END", "PLANNED-DURATION=7.0,DURATION=6.0,END")),
        .text("R35", "a date range with END-ON-NEXT has no CLASS", fullyTagged, .remove("CLASS=\"c\",")),
        .text(
            "R35", "a date range with END-ON-NEXT has a DURATION", event,
            .replace("X-COLOUR", "CLASS=\"c\",END-ON-NEXT=YES,DURATION=1.0,X-COLOUR")),
        .text(
            "R35", "END-DATE is before START-DATE", event,
            .replace("X-COLOUR", "END-DATE=\"2026-01-02T03:04:04.000Z\",X-COLOUR")),
        .text(
            "R35", "DURATION and END-DATE contradict", event,
            .replace("X-COLOUR", "DURATION=9.0,END-DATE=\"2026-01-02T03:04:15.000Z\",X-COLOUR")),
        .text(
            "R36", "two date ranges with END-ON-NEXT start together", fullyTagged,
            .replace(
                "ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:11",
                "ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:05")),
        .text("R37", "a splice_info_section has a wrong table_id", fullyTagged, .replace("OUT=0xFC", "OUT=0xFB")),
        .text("R37", "a splice_info_section is truncated", fullyTagged, .replace("OUT=0xFC300101", "OUT=0xFC300201")),
        .text(
            "R37", "SCTE35-IN has no duration", fullyTagged,
            .remove("DURATION=6.0,END-DATE=\"2026-01-02T03:04:17.000Z\",")
        ),
        .text("R38", "a date has no time zone", movie, .replace("05.000+00:00", "05.000")),
        .text("R38", "a date has no milliseconds", movie, .replace("05.000+00:00", "05Z")),
        .text("R38", "a date is invalid", movie, .replace("2026-01-02T03:04:05.000+00:00", "yesterday")),
        .text(
            "R39", "a live playlist has no dates", live,
            Mutation { text in
                text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") }
                    .joined(separator: "\n") + "\n"
            }),
        .text(
            "R40", "dates skip a second", fullyTagged,
            .replace("TIME:2026-01-02T03:04:11.000Z", "TIME:2026-01-02T03:04:12.000Z")),
        .text(
            "R26", "audio has no discontinuity", ValidPresentations.movie, in: "audio.m3u8",
            .remove("#EXT-X-DISCONTINUITY\n"), scope: .presentation),
        .text(
            "R26", "audio has the discontinuity a segment later", ValidPresentations.movie, in: "audio.m3u8",
            .all(
                .remove("#EXT-X-DISCONTINUITY\n"), .replace("segment2.m4s", "segment2.m4s\n#EXT-X-DISCONTINUITY")),
            scope: .presentation),
        .text(
            "R41", "audio has other dates", ValidPresentations.movie, in: "audio.m3u8",
            .replace("03:04:05.000", "03:04:06.000"), scope: .presentation),
        .text(
            "R41", "audio has no dates", ValidPresentations.movie, in: "audio.m3u8",
            .remove("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00\n"), scope: .presentation),
    ]
}
