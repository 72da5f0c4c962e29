import Media
import StageKit
import StageTesting
import Testing

@Suite struct OpenTracksTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    private func record(_ messages: [Message<Sample>]) -> OpenTracks {
        messages.reduce(into: OpenTracks()) { $0.record($1) }
    }

    @Test func announcedTracksAreOpenUntilTheirEnd() {
        var open = record([.track(video), .track(audio), .gap(video.id, until: .seconds(1))])
        #expect(open.ids == [video.id, audio.id] && open[audio.id] == audio)
        open.record(Message<Sample>.end(video.id))
        #expect(open.ids == [audio.id] && !open.contains(video.id) && open[video.id] == nil)
    }

    @Test func changedTrackKeepsItsPlace() {
        var changed = video
        changed.timescale = 90_000
        let open = record([.track(video), .track(audio), .track(changed)])
        #expect(open.tracks == [changed, audio])
    }

    @Test func transitionEndsTracksThatTheOtherLacks() {
        let text = Track.scriptedVideo(3)
        let messages: [Message<Sample>] = record([.track(video), .track(audio)])
            .transition(to: record([.track(audio), .track(text)]))
        #expect(messages.map(\.summary) == ["end 1", "track 2", "track 3"])
    }

    @Test func headersOfARenditionReplaceEachOther() {
        #expect(Sample.scripted(video, count: 1)[0].headerID == nil)
        for kind in [Segment.Kind.initialization, .separable] {
            let segment = Segment(
                rendition: Rendition(id: "a", tracks: [video], interval: .seconds(2)), kind: kind, index: 0,
                data: ByteRope(), report: SegmentReport(kind: kind))
            #expect(segment.headerID == (kind == .initialization ? "a" : nil))
            #expect(segment.isHeader == (kind == .initialization))
        }
    }
}

extension Message {
    fileprivate var summary: String {
        switch self {
        case .track(let track): "track \(track.id.rawValue)"
        case .payload: "payload"
        case .gap(let id, _): "gap \(id.rawValue)"
        case .end(let id): "end \(id.rawValue)"
        }
    }
}
