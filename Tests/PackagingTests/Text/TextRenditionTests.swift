import ScriptedMedia
import Packaging
import Media
import Testing

/// Segmentation of text at the boundaries of the video.
@Suite struct TextRenditionTests {
    private static let text: Track = {
        var track = Track(id: Track.ID(rawValue: 9), format: .timedText(.webVTT), timescale: 1000)
        track.attributes.renditionName = "subtitles"
        return track
    }()

    private func cue(_ start: Int64, _ end: Int64, _ payload: String) -> Sample {
        Sample(
            track: Self.text.id, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
            bytes: ByteSlice(copying: WebVTTCue(start: start, end: end, payload: payload).box))
    }

    /// Returns the segments of video at 30000/1001 frames/s with a sync sample every two seconds, and of cues.
    private func segments(
        _ cues: [Sample], seconds: Int64 = 8, text: TextSegmentFormat = .webVTT, textFirst: Bool = true,
        _ adjust: (inout FragmenterSettings) -> Void = { _ in }
    ) throws -> [Segment] {
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
        settings.text = text
        adjust(&settings)
        let video = Script.video(frames: seconds * 30, rate: (30000, 1001), syncEvery: 60)
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(video.track)
        try fragmenter.add(Self.text)
        if textFirst { try add(cues, to: &fragmenter) }
        for sample in video.samples { try fragmenter.append(sample) }
        if !textFirst { try add(cues, to: &fragmenter) }
        try fragmenter.finish()
        return fragmenter.dequeueSegments()
    }

    private func add(_ cues: [Sample], to fragmenter: inout Fragmenter) throws {
        for cue in cues { try fragmenter.append(cue) }
        try fragmenter.end(Self.text.id)
    }

    private func texts(_ segments: [Segment]) -> [String] {
        segments.filter { $0.rendition.id == "subtitles" && $0.kind == .separable }
            .map { String(decoding: $0.data.bytes, as: UTF8.self) }
    }

    private static let map = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:10.000\n\n"

    @Test(arguments: [true, false]) func cuesAreInEverySegmentTheyOverlap(textFirst: Bool) throws {
        let texts = texts(
            try segments(
                [cue(500, 1500, "one"), cue(1900, 4100, "long"), cue(2002, 2003, "at the cut")], textFirst: textFirst))
        let long = "00:00:11.900 --> 00:00:14.100\nlong\n\n"
        #expect(
            texts == [
                Self.map + "00:00:10.500 --> 00:00:11.500\none\n\n" + long,
                Self.map + long + "00:00:12.002 --> 00:00:12.003\nat the cut\n\n",
                Self.map + long, Self.map,
            ])
    }

    @Test func textSegmentsMatchVideoSegments() throws {
        let segments = try segments([cue(500, 1500, "one")])
        func reports(_ id: String) -> [SegmentReport.TrackReport] {
            segments.filter { $0.rendition.id == id && $0.kind == .separable }.flatMap(\.report.tracks)
        }
        let (pictures, texts) = (reports("video"), reports("subtitles"))
        #expect(pictures.count == 4)
        #expect(pictures.map(\.earliestPresentationTime) == texts.map(\.earliestPresentationTime))
        #expect(pictures.map(\.duration) == texts.map(\.duration))
    }

    @Test func cuesAfterTheVideoAreCounted() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2)))
        let video = Script.video(frames: 60, rate: (30, 1), syncEvery: 30)
        try fragmenter.add(video.track)
        try fragmenter.add(Self.text)
        for cue in [cue(0, 9000, "shown"), cue(2000, 3000, "never"), cue(5000, 6000, "never")] {
            try fragmenter.append(cue)
        }
        for sample in video.samples { try fragmenter.append(sample) }
        try fragmenter.finish()
        #expect(fragmenter.droppedCues.map(\.beyond) == [2])
        #expect(texts(fragmenter.dequeueSegments()) == [Self.map + "00:00:10.000 --> 00:00:19.000\nshown\n\n"])
    }

    @Test func segmentsWaitForTheirCues() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2)))
        let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 60)
        try fragmenter.add(video.track)
        try fragmenter.add(Self.text)
        for sample in video.samples { try fragmenter.append(sample) }
        #expect(texts(fragmenter.dequeueSegments()).isEmpty)
        try fragmenter.gap(Self.text.id, until: .seconds(4))
        #expect(texts(fragmenter.dequeueSegments()).count == 2)
        try fragmenter.append(cue(6500, 6600, "later"))
        #expect(texts(fragmenter.dequeueSegments()).count == 1)
        try fragmenter.end(Self.text.id)
        #expect(texts(fragmenter.dequeueSegments()).count == 1, "the last video segment is incomplete")
    }

    @Test func timestampMapFollows33BitWraps() throws {
        // 2^33 / 90000 = 95443.717… s
        let segments = try segments([cue(500, 4500, "long")]) { $0.continuedTime = .milliseconds(95_432_000) }
        let texts = texts(segments)
        let maps = texts.map { $0.split(separator: "\n")[1] }
        // Written times are 95442, 95444.002 and so on; the second and later ones are after the wrap.
        #expect(maps[0] == "X-TIMESTAMP-MAP=MPEGTS:8589780000,LOCAL:26:30:42.000")
        #expect(maps[1] == "X-TIMESTAMP-MAP=MPEGTS:28,LOCAL:26:30:43.718")
        #expect(Set(maps[1...]).count == 1)
        // The same moment has the same time in both maps.
        let distance: Int64 = (95_443_718 - 95_442_000) * 90
        #expect((8_589_780_000 + distance) % (1 << 33) == 28)
        #expect(texts[0].contains("26:30:42.500 --> 26:30:46.500\nlong") && texts[1].contains("26:30:42.500 -->"))
    }

    @Test func submillisecondOffsetIsInTheTimestampMap() throws {
        let texts = texts(
            try segments([cue(0, 1000, "x")]) { $0.timeOffset = MediaTime(value: 900_001, timescale: 90_000) })
        #expect(texts[0].contains("MPEGTS:900001,LOCAL:00:00:10.000"))
    }

    @Test func textOnlyPresentationIsCutOnTheGrid() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4CMAFCompliant, interval: .seconds(2)))
        try fragmenter.add(Self.text)
        try fragmenter.append(cue(1000, 5000, "x"))
        try fragmenter.finish()
        let durations = fragmenter.dequeueSegments().flatMap(\.report.tracks).map(\.duration)
        #expect(durations == [.seconds(2), .seconds(2), .seconds(1)])
    }

    @Test func excessiveSimultaneousTextIsRejected() throws {
        let long = String(repeating: "x", count: 60_000)
        let error = #expect(throws: PackagingError.self) {
            try segments((0..<5).map { _ in cue(0, 8000, long) })
        }
        #expect(error?.code == .limitReached && error?.message.contains("256 KiB") == true)
    }

    @Test func documentsAreCutAtBoundariesAndShifted() throws {
        var track = Self.text
        track.format = .timedText(TimedTextFormat(.timedTextMarkup(sampleEntry: [0, 0, 0, 8] + Array("stpp".utf8))))
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
        settings.text = .webVTT
        var fragmenter = Fragmenter(settings: settings)
        let video = Script.video(frames: 120, rate: (30, 1), syncEvery: 60)
        try fragmenter.add(video.track)
        try fragmenter.add(track)
        var document = cue(500, 3000, "")
        document.bytes = ByteSlice(copying: Array("<tt><body><p begin=\"1s\">x</p></body></tt>".utf8))
        try fragmenter.append(document)
        for sample in video.samples { try fragmenter.append(sample) }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments().filter { $0.rendition.id == "subtitles" && $0.kind == .separable }
        #expect(segments.count == 2)
        for (segment, holds) in zip(segments, [[false, true], [true, false]]) {
            let text = String(decoding: segment.data.bytes, as: UTF8.self)
            // An empty document before or after the one with the text.
            let found = text.matches(of: /<body><div>\s*<\/div>|<body><p begin="00:00:11.000">x<\/p>/)
            #expect(found.map { $0.output.contains("begin") } == holds, "\(text)")
        }
    }

    @Test func cuesAreRejectedAsSamplesOfAFile() throws {
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2)))
        let error = #expect(throws: PackagingError.self) {
            try fragmenter.add(Self.text, MovieTrackSettings(), references: [])
        }
        #expect(error?.code == .unsupportedFormat)
    }

    @Test func fragmentsHaveContiguousSamples() throws {
        let segments = try segments([cue(500, 1500, "one"), cue(1000, 3000, "two")], text: .fragmentedWebVTT)
            .filter { $0.rendition.id == "subtitles" }
        #expect(segments[0].kind == .initialization)
        let entry = String(decoding: segments[0].data.bytes, as: UTF8.self)
        #expect(entry.contains("wvtt") && entry.contains("vttCWEBVTT") && entry.contains("nmhd"))
        let first = segments[1].data.bytes
        // Empty, one, both, two; cue two continues and has an identifier.
        let order = ["vtte", "one", "one", "vsid", "two", "vsid", "two"]
        var rest = first[...]
        for word in order {
            let range = try #require(rest.firstRange(of: Array(word.utf8)), "\(word)")
            rest = rest[range.upperBound...]
        }
        #expect(segments[1].report.tracks[0].duration == MediaTime(value: 60060, timescale: 30000))
        #expect(segments.dropFirst().count == 4)
    }
}
