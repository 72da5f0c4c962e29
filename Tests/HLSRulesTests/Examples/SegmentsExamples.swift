import HLSRules

extension RuleExamples {
    static let event = TextPresentation(ValidTexts.event(of: 8))

    static let segments: [RuleExample] = [
        .text(
            "R21", "there is no map", movie,
            .all(.remove("#EXT-X-MAP:URI=\"init.mp4\"\n"), .replace("VERSION:6", "VERSION:3"))),
        .text("R22", "the map has a range without an offset", fullyTagged, .replace("800@0", "800")),
        .text(
            "R22", "the key of the map has no vector", fullyTagged, .remove(",IV=0x000102030405060708090A0B0C0D0E0F")),
        .text("R27", "the first range has no offset", fullyTagged, .replace("1000@800", "1000")),
        .text(
            "R27", "a range goes on in another file", fullyTagged,
            .replace("BYTERANGE:1000\nmovie.mp4?{$token}", "BYTERANGE:1000\nother.mp4")),
        .text("R28", "a key is nowhere", fullyTagged, .remove("URI=\"key?{$token}\",")),
        .text("R28", "a vector is too long", fullyTagged, .replace("IV=0x00", "IV=0xFF00")),
        .text(
            "R28", "a method that has its vectors elsewhere has one", fullyTagged, .replace("AES-128", "SAMPLE-AES-CTR")
        ),
        .text("R28", "no method has a key", fullyTagged, .replace("METHOD=NONE", "METHOD=NONE,URI=\"key\"")),
        .text(
            "R31", "a gap has a part", TextPresentation(ValidTexts.lowLatency(after: 3, parts: 1)),
            .replace("#EXTINF:4.000000,\nsegment230.mp4", "#EXT-X-GAP\n#EXTINF:4.000000,\nsegment230.mp4")),
        .text("R33", "a date range has no identity", event, .replace("ID=\"a\",", "")),
        .text("R33", "a date range has no start", event, .replace("START-DATE=\"2026-01-02T03:04:05.000Z\",", "")),
        .text("R33", "a start is no date", event, .replace("START-DATE=\"2026-01-02T", "START-DATE=\"tomorrow, ")),
        .text(
            "R33", "there are no dates", event,
            .all(
                .remove("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00\n"), .append("#EXT-X-ENDLIST\n"))),
        .text(
            "R34", "a range has two durations", fullyTagged,
            .replace("DURATION=6.0,END", "PLANNED-DURATION=7.0,DURATION=6.0,END")),
        .text("R35", "what ends on the next has no class", fullyTagged, .remove("CLASS=\"c\",")),
        .text(
            "R35", "what ends on the next has an end", event,
            .replace("X-COLOUR", "CLASS=\"c\",END-ON-NEXT=YES,DURATION=1.0,X-COLOUR")),
        .text(
            "R35", "it ends before it starts", event,
            .replace("X-COLOUR", "END-DATE=\"2026-01-02T03:04:04.000Z\",X-COLOUR")),
        .text(
            "R35", "two ends contradict", event,
            .replace("X-COLOUR", "DURATION=9.0,END-DATE=\"2026-01-02T03:04:15.000Z\",X-COLOUR")),
        .text(
            "R36", "two open ranges start at once", fullyTagged,
            .replace(
                "ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:11",
                "ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:05")),
        .text("R37", "a section is of another table", fullyTagged, .replace("OUT=0xFC", "OUT=0xFB")),
        .text("R37", "a section is cut short", fullyTagged, .replace("OUT=0xFC300101", "OUT=0xFC300201")),
        .text(
            "R37", "a splice has no length", fullyTagged, .remove("DURATION=6.0,END-DATE=\"2026-01-02T03:04:17.000Z\",")
        ),
        .text("R38", "a date has no zone", movie, .replace("05.000+00:00", "05.000")),
        .text("R38", "a date has no milliseconds", movie, .replace("05.000+00:00", "05Z")),
        .text("R38", "a date is none", movie, .replace("2026-01-02T03:04:05.000+00:00", "yesterday")),
        .text(
            "R39", "a live playlist has no dates", live,
            Mutation { text in
                text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") }
                    .joined(separator: "\n") + "\n"
            }),
        .text(
            "R40", "a second is missing", fullyTagged,
            .replace("TIME:2026-01-02T03:04:11.000Z", "TIME:2026-01-02T03:04:12.000Z")),
        .text(
            "R26", "sound has no discontinuity", ValidPresentations.movie, in: "audio.m3u8",
            .remove("#EXT-X-DISCONTINUITY\n"), scope: .presentation),
        .text(
            "R26", "sound has it a segment later", ValidPresentations.movie, in: "audio.m3u8",
            .all(
                .remove("#EXT-X-DISCONTINUITY\n"), .replace("segment2.m4s", "segment2.m4s\n#EXT-X-DISCONTINUITY")),
            scope: .presentation),
        .text(
            "R41", "sound has other dates", ValidPresentations.movie, in: "audio.m3u8",
            .replace("03:04:05.000", "03:04:06.000"), scope: .presentation),
        .text(
            "R41", "sound has no dates", ValidPresentations.movie, in: "audio.m3u8",
            .remove("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00\n"), scope: .presentation),
    ]
}
