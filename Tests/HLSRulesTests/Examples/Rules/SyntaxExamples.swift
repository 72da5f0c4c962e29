import HLSRules

extension RuleExamples {
    static let movie = TextPresentation(ValidTexts.movie)
    static let fullyTagged = TextPresentation(ValidTexts.fullyTagged)
    static let live = TextPresentation(ValidTexts.live(after: 7))

    static let syntax: [RuleExample] = [
        .text("R0", "KEYFORMATVERSIONS is invalid", fullyTagged, .replace("IV=0x", "KEYFORMATVERSIONS=\"a\",IV=0x")),
        .text("R1", "the first line is not #EXTM3U", movie, .replace("#EXTM3U", "#EXTM3U8")),
        .text("R1", "the file has a byte order mark", movie, .replace("#EXTM3U", "\u{feff}#EXTM3U")),
        .text(
            "R1", "a comment contains a control character", movie, .replace("#EXT-X-ENDLIST", "# \u{7}\n#EXT-X-ENDLIST")
        ),
        .text(
            "R2", "the version is too low for decimal durations and EXT-X-MAP", movie,
            .replace("VERSION:6", "VERSION:2")),
        .text("R2", "the version is missing", movie, .remove("#EXT-X-VERSION:6\n")),
        .text(
            "R2", "the version is declared twice", movie,
            .replace("#EXT-X-VERSION:6\n", "#EXT-X-VERSION:6\n#EXT-X-VERSION:6\n")),
        .text("R3", "the target duration is declared twice", movie, .append("#EXT-X-TARGETDURATION:6\n")),
        .text("R3", "EXT-X-ENDLIST occurs twice", movie, .append("#EXT-X-ENDLIST\n")),
        .text(
            "R4", "a media playlist contains EXT-X-MEDIA", movie,
            .append("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\",LANGUAGE=\"en\"\n")),
        .text(
            "R4", "no tag identifies the type", TextPresentation(ValidTexts.movie), Mutation { _ in "#EXTM3U\n" }),
        .text("R5", "an attribute follows a space", fullyTagged, .replace("AES-128,URI", "AES-128, URI")),
        .text(
            "R5", "an attribute occurs twice", fullyTagged,
            .replace("CLASS=\"c\",START", "CLASS=\"c\",CLASS=\"c\",START")),
        .text("R5", "a number is quoted", fullyTagged, .replace("DURATION=6.0,END", "DURATION=\"6.0\",END")),
        .text("R5", "a URI is not quoted", movie, .replace("URI=\"init.mp4\"", "URI=init.mp4")),
        .text("R5", "a quoted string is not closed", movie, .replace("URI=\"init.mp4\"", "URI=\"init.mp4")),
        .text("R5a", "EXT-X-MAP has no URI", movie, .replace("MAP:URI=\"init.mp4\"", "MAP:X=\"init.mp4\"")),
        .text(
            "R5b", "the media sequence number is not a number", movie,
            .replace("MEDIA-SEQUENCE:0", "MEDIA-SEQUENCE:first")),
        .text("R5b", "the playlist type is unknown", movie, .replace("TYPE:VOD", "TYPE:LIVE")),
        .text("R5b", "EXTINF has no comma", movie, .replace("6.000000,", "6.000000")),
        .text("R5b", "EXT-X-ENDLIST has a value", movie, .replace("ENDLIST", "ENDLIST:YES")),
        .text("R6", "the target duration is missing", movie, .remove("#EXT-X-TARGETDURATION:6\n")),
        .text("R6", "the target duration is not an integer", movie, .replace("TARGETDURATION:6", "TARGETDURATION:6.0")),
        .text("R6a", "a URI has no duration", movie, .replace("#EXTINF:6.000000,\nsegment1", "segment1")),
        .text("R6a", "the playlist is truncated", movie, .remove("segment3.m4s\n")),
        .text("R7", "a segment is 0.5 s too long", movie, .replace("4.500000,", "6.500000,")),
        .text(
            "R11", "the media sequence number follows a segment", movie,
            .all(.remove("#EXT-X-MEDIA-SEQUENCE:0\n"), .append("#EXT-X-MEDIA-SEQUENCE:0\n"))),
        .text(
            "R12", "the discontinuity sequence number follows a discontinuity", movie,
            .all(.remove("#EXT-X-DISCONTINUITY-SEQUENCE:0\n"), .append("#EXT-X-DISCONTINUITY-SEQUENCE:0\n"))),
        .text(
            "R13", "a live playlist has no discontinuity sequence number", live,
            .remove("#EXT-X-DISCONTINUITY-SEQUENCE:5\n")),
        .text(
            "R14", "a preload hint follows the end", movie, .append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n")),
        .text("R17", "an undefined variable is used", fullyTagged, .replace("key?{$token}", "key?{$tokens}")),
        .text(
            "R17", "a variable is defined twice", fullyTagged,
            .replace("#EXT-X-START", "#EXT-X-DEFINE:NAME=\"token\",VALUE=\"\"\n#EXT-X-START")),
        .text(
            "R17", "a variable has no value", fullyTagged,
            .replace("#EXT-X-START", "#EXT-X-DEFINE:NAME=\"other\"\n#EXT-X-START")),
        .text("R18", "playback starts after the end", fullyTagged, .replace("TIME-OFFSET=6.0", "TIME-OFFSET=60.0")),
        .text(
            "R18", "playback of the presentation starts after the end", ValidPresentations.movie,
            .replace("#EXT-X-CONTENT", "#EXT-X-START:TIME-OFFSET=100\n#EXT-X-CONTENT"), scope: .presentation),
        .text(
            "R18", "playback starts at the live edge", live,
            .replace("#EXT-X-INDEP", "#EXT-X-START:TIME-OFFSET=-12\n#EXT-X-INDEP")),
        .text(
            "R45", "segments are short", movie,
            .all(
                .replace("TARGETDURATION:6", "TARGETDURATION:2"), .replaceAll("6.000000", "2.000000"),
                .replace("4.500000", "1.5"))),
        .text("R77", "the version is higher than necessary", movie, .replace("VERSION:6", "VERSION:7")),
    ]

    static let liveStates = WatchedState.series((0..<4).map { ValidTexts.live(after: $0) }, every: 6000)
    static let eventStates = WatchedState.series((8..<11).map(ValidTexts.event), every: 6000)

    /// The playlist, loaded at the end time of its last segment.
    private static let datedStates = [
        WatchedState(text: ValidTexts.live(after: 0), time: 0, date: ValidTexts.date(152 * 6))
    ]

    static let reloading: [RuleExample] = [
        .watch("R40a", "the end is in the future", datedStates) { $0[0].date = ValidTexts.date(152 * 6 - 3) },
        .watch("R40a", "the end is two days old", datedStates) { $0[0].date = ValidTexts.date(200_000) },
        .reload("R9", "the target duration increases", liveStates, .replace("TARGETDURATION:6", "TARGETDURATION:7")),
        .reload(
            "R11", "the media sequence number skips a value", liveStates,
            .all(.replace("MEDIA-SEQUENCE:3", "MEDIA-SEQUENCE:4"))),
        .watch("R11", "the server restarts its numbering", [WatchedState(text: ValidTexts.live(after: 180), time: 0)]) {
            states in
            let text = ValidTexts.live(after: 0).replacing("segment", with: "again")
            states.append(WatchedState(text: text, time: 6000))
        },
        .reload(
            "R12", "the discontinuity sequence number skips a value", liveStates,
            .replace("DISCONTINUITY-SEQUENCE:1", "DISCONTINUITY-SEQUENCE:2")),
        .watch("R13", "the discontinuity sequence number disappears", [liveStates[0], liveStates[0]]) { states in
            states[1].text = states[1].text.replacing("#EXT-X-DISCONTINUITY-SEQUENCE:0\n", with: "")
        },
        .watch("R14", "segments follow the end", [liveStates[0], liveStates[0]]) { states in
            states[0].text += "#EXT-X-ENDLIST\n"
        },
        .reload(
            "R15", "the first segment of an event is removed", eventStates,
            .all(
                .remove("#EXTINF:6.000000,\nsegment0.m4s\n"),
                .replace("#EXT-X-MAP", "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-MAP"))),
        .reload("R15", "an EVENT playlist becomes VOD", eventStates, .replace("EVENT", "VOD")),
        .watch("R15", "a VOD playlist changes", WatchedState.series([ValidTexts.movie, ValidTexts.movie], every: 6000))
        {
            states in
            states[1].text = states[1].text.replacing("#EXT-X-INDEPENDENT-SEGMENTS\n", with: "")
        },
        .reload("R16", "a duration changes", liveStates, .replace("6.000000", "5.000000")),
        .reload("R16", "a segment URI changes", liveStates, .replace("segment50.m4s", "other.m4s")),
        .watch("R16", "the last segment is removed again", [liveStates[0], liveStates[0]]) { states in
            states[1].text = states[1].text.replacing("#EXTINF:6.000000,\nsegment151.m4s\n", with: "")
        },
        .watch("R19", "the window becomes too short", liveStates) {
            $0[3].text = ValidTexts.live(after: 150, length: 5)
        },
        .watch("R20", "the window is too short for rewinding", liveStates) { states in
            for index in states.indices { states[index].text = ValidTexts.live(after: index, length: 10) }
        },
        .reload("R34", "a client attribute of a date range changes", eventStates, .replace("red", "blue")),
        .watch("R75", "the playlist is not updated", liveStates) { states in
            states[2].text = states[1].text
            states[3].text = states[1].text
        },
    ]
}
