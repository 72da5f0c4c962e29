import DASH
import Media
import Testing

@Suite struct MediaPresentationDescriptionTests {
    private func entries(_ uris: [String], durations: [Int64], from start: Int64 = 0) -> [SegmentList.Entry] {
        var time = start
        return zip(uris, durations).map { uri, duration in
            defer { time += duration }
            return SegmentList.Entry(location: SegmentList.Location(uri: uri), time: time, duration: duration)
        }
    }

    private func numbered(_ numbers: ClosedRange<Int>, prefix: String = "v/segment-") -> [String] {
        numbers.map { number in
            let digits = String(number)
            return prefix + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".m4s"
        }
    }

    private func description(_ list: SegmentList, live: MediaPresentationDescription.Live? = nil)
        -> MediaPresentationDescription
    {
        var representation = Representation(id: "v", bandwidth: 1000, codecs: ["avc1.64001f"], segments: list)
        representation.size = PixelSize(width: 640, height: 360)
        representation.frameRate = Ratio(30000, 1001)
        let set = AdaptationSet(
            id: 1, contentType: "video", mimeType: "video/mp4", label: "a <b> & \"c\"", roles: [.role("main")],
            representations: [representation])
        return MediaPresentationDescription(
            live: live, duration: live == nil ? MediaTime(value: 13001, timescale: 1000) : nil,
            maximumSegmentDuration: .seconds(6), minimumBufferTime: .seconds(6), adaptationSets: [set])
    }

    private func list(_ entries: [SegmentList.Entry]) -> SegmentList {
        SegmentList(timescale: 1000, initialization: SegmentList.Location(uri: "v/init.mp4"), entries: entries)
    }

    @Test func numberedNamesUseSegmentTemplate() throws {
        let template = try #require(list(entries(numbered(7...9), durations: [6, 6, 6])).template)
        #expect(template.media == "v/segment-$Number%05d$.m4s")
        #expect(template.startNumber == 7)
    }

    @Test func numbersMayExceedPaddedWidth() throws {
        let names = numbered(99_999...100_001)
        let template = try #require(list(entries(names, durations: [6, 6, 6])).template)
        #expect(template.media == "v/segment-$Number%05d$.m4s" && template.startNumber == 99_999)
    }

    @Test(arguments: [
        ["v/a-1.m4s", "v/a-3.m4s"], ["v/a-1.m4s", "v/b-2.m4s"], ["v/first.m4s", "v/second.m4s"],
        ["v/a-09.m4s", "v/a-10.m4s", "v/a-011.m4s"], ["1/a.m4s", "2/a.m4s"],
    ])
    func otherNamesUseSegmentList(names: [String]) {
        let list = list(entries(names, durations: names.map { _ in 6 }))
        #expect(list.template == nil)
        let text = description(list).text
        #expect(text.contains("<SegmentURL media=\"\(names[1])\"/>"))
        #expect(text.contains("profile:isoff-main:2011"))
    }

    @Test func dollarSignsAreEscaped() throws {
        let names = numbered(1...2, prefix: "v$/s")
        #expect(try #require(list(entries(names, durations: [6, 6])).template).media == "v$$/s$Number%05d$.m4s")
    }

    @Test func equalDurationsShareTimelineEntry() {
        var all = entries(numbered(1...5), durations: [6, 6, 6, 5, 5])
        #expect(timeline(all) == ["<S t=\"0\" d=\"6\" r=\"2\"/>", "<S d=\"5\" r=\"1\"/>"])
        // After a gap, the start time is written again.
        all[4].time += 100
        #expect(timeline(all) == ["<S t=\"0\" d=\"6\" r=\"2\"/>", "<S d=\"5\"/>", "<S t=\"123\" d=\"5\"/>"])
    }

    private func timeline(_ entries: [SegmentList.Entry]) -> [String] {
        description(list(entries)).text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
            .filter { $0.hasPrefix("<S ") }
    }

    @Test func byteRangesUseSegmentList() {
        var one = entries(["v/media.mp4"], durations: [6])
        one[0].location.range = 100..<200
        var list = list(one)
        list.initialization = SegmentList.Location(uri: "v/media.mp4", range: 0..<100)
        let text = description(list).text
        #expect(text.contains("<Initialization sourceURL=\"v/media.mp4\" range=\"0-99\"/>"))
        #expect(text.contains("<SegmentURL media=\"v/media.mp4\" mediaRange=\"100-199\"/>"))
    }

    @Test func userTextIsEscaped() {
        let text = description(list(entries(numbered(1...1), durations: [6]))).text
        #expect(text.contains("<Label>a &lt;b&gt; &amp; &quot;c&quot;</Label>"))
        #expect(text.contains("frameRate=\"30000/1001\""))
        #expect(text.contains("type=\"static\" mediaPresentationDuration=\"PT13.001S\""))
    }

    @Test func childrenOfAdaptationSetsFollowTheOrderOfTheSchema() {
        var description = description(list(entries(numbered(1...1), durations: [6])))
        description.periods[0].adaptationSets[0].accessibility = [.role("caption")]
        let children = description.text.split(separator: "\n").filter { $0.hasPrefix("      <") }
            .compactMap { $0.drop { $0 == " " }.dropFirst().split(whereSeparator: { " >".contains($0) }).first }
        #expect(children.prefix(4) == ["Label", "Accessibility", "Role", "Representation"], "\(children)")
    }

    @Test func livePresentationHasUpdateAttributes() {
        let live = MediaPresentationDescription.Live(
            availabilityStart: "2026-01-02T03:04:05.678+00:00", publishTime: "2026-01-02T03:05:05.678+00:00",
            updatePeriod: .seconds(6), timeShiftBufferDepth: .seconds(60), suggestedDelay: .seconds(18),
            timeServer: "https://time.example/iso")
        let text = description(list(entries(numbered(1...1), durations: [6])), live: live).text
        #expect(text.contains("type=\"dynamic\" availabilityStartTime=\"2026-01-02T03:04:05.678+00:00\""))
        #expect(text.contains("minimumUpdatePeriod=\"PT6S\""))
        #expect(text.contains("timeShiftBufferDepth=\"PT60S\" suggestedPresentationDelay=\"PT18S\""))
        #expect(text.contains("<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\""))
        #expect(!text.contains("mediaPresentationDuration"))
    }

    @Test func segmentsAreRequestedByClockWhileTheyAreMade() {
        var list = list(entries(numbered(7...9), durations: [2005, 1995, 2000], from: 10_000))
        list.grid = NumberedSegments(list, duration: 2000, chunk: .milliseconds(200))
        #expect(list.grid?.startNumber == 2)
        var live = MediaPresentationDescription.Live(
            availabilityStart: "2026-01-01T00:00:00.000Z", publishTime: "2026-01-01T00:00:20.000Z",
            updatePeriod: .seconds(2), timeShiftBufferDepth: .seconds(6), suggestedDelay: .seconds(1),
            timeServer: "time")
        live.lowLatency = LowLatencyDelivery(
            targetLatency: .seconds(1), captureStart: live.availabilityStart, timeServer: "time")
        let text = description(list, live: live).text
        for part in [
            #"duration="2000" startNumber="2""#, #"availabilityTimeOffset="1.8" availabilityTimeComplete="false"/>"#,
            #"<Latency referenceId="0" target="1000" min="750" max="2000"/>"#,
            #"<ProducerReferenceTime id="0" type="captured" wallClockTime="2026-01-01T00:00:00.000Z" "#
                + #"presentationTime="0">"#,
            "http://www.dashif.org/guidelines/low-latency-live-v5",
        ] { #expect(text.contains(part), "\(text)") }
        #expect(!text.contains("SegmentTimeline"))
        // The numbers must not depend on the segments that are listed.
        list.entries.removeFirst()
        #expect(NumberedSegments(list, duration: 2000, chunk: .milliseconds(200)) == list.grid)
    }

    @Test(arguments: [[2000, 3500, 2000], [2000, 500, 2000]] as [[Int64]])
    func irregularSegmentsAreListed(durations: [Int64]) {
        let list = list(entries(numbered(1...3), durations: durations))
        #expect(NumberedSegments(list, duration: 2000, chunk: .milliseconds(200)) == nil)
    }
}
