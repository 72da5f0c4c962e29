import ScriptedMedia
import Packaging
import Media
import Testing

/// The ends of live segments, and the time at which they are complete.
@Suite struct LiveCutTests {
    private func fragmenter(isLive: Bool = true) throws -> Fragmenter {
        var settings = FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(2))
        settings.maximumLiveSegmentDuration = .milliseconds(2499)
        var fragmenter = Fragmenter(settings: settings)
        for var track in [
            Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track,
            Script.audio(packets: 1, rate: 48000, priming: 0).track,
        ] {
            track.liveOrigin = isLive ? .zero : nil
            try fragmenter.add(track)
        }
        return fragmenter
    }

    /// Returns the segments of video in runs that each start with a sync sample, next to continuous audio.
    private func times(_ runs: [Range<Int64>], isLive: Bool = true) throws -> (video: [String], audio: [Segment]) {
        var fragmenter = try fragmenter(isLive: isLive)
        for sample in GapTests().sound(0..<470) { try fragmenter.append(sample) }
        for run in runs { for sample in GapTests().pictures(run) { try fragmenter.append(sample) } }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments()
        let audio = segments.filter { $0.rendition.id == "audio" && $0.kind != .initialization }
        return (GapTests().times(segments, "video"), audio)
    }

    @Test(arguments: [true, false])
    func liveSegmentIsCompleteAtTheFirstSampleOfTheNext(isLive: Bool) throws {
        var fragmenter = try fragmenter(isLive: isLive)
        for sample in GapTests().sound(0..<94) { try fragmenter.append(sample) }
        for sample in GapTests().pictures(0..<60) { try fragmenter.append(sample) }
        _ = fragmenter.dequeueSegments()
        try fragmenter.append(GapTests().pictures(60..<61)[0])
        #expect(GapTests().times(fragmenter.dequeueSegments(), "video") == (isLive ? ["media 0+2"] : []))
        // This packet is the first one at or after the boundary.
        try fragmenter.append(GapTests().sound(94..<95)[0])
        #expect(GapTests().times(fragmenter.dequeueSegments(), "audio") == (isLive ? ["media 0+2.01"] : []))
    }

    @Test(arguments: [true, false]) func audioAfterTheEndOfVideoIsCutAtTheGrid(hasGap: Bool) throws {
        var fragmenter = try fragmenter()
        for sample in GapTests().sound(0..<200) { try fragmenter.append(sample) }
        for sample in GapTests().pictures(0..<130) { try fragmenter.append(sample) }
        try fragmenter.end(Track.ID(rawValue: 1))
        if hasGap {
            for quarter in 18...43 {
                try fragmenter.gap(Track.ID(rawValue: 2), until: MediaTime(value: Int64(quarter), timescale: 4))
            }
        } else {
            for sample in GapTests().sound(200..<500) { try fragmenter.append(sample) }
        }
        let published = GapTests().times(fragmenter.dequeueSegments(), "audio")
        #expect(published.count >= 4, "\(published)")
        try fragmenter.finish()
        let all = published + GapTests().times(fragmenter.dequeueSegments(), "audio")
        #expect(
            all.map { $0.split(separator: "+")[0] }
                == (hasGap
                    ? ["media 0", "media 2.01", "media 4.01", "gap 4.27", "gap 6", "gap 8", "gap 10"]
                    : ["media 0", "media 2.01", "media 4.01", "media 6.02", "media 8", "media 10.01"]))
    }

    @Test func stallAcrossABoundaryBecomesAGap() throws {
        let (video, audio) = try times([0..<175, 225..<300])
        #expect(video == ["media 0+2", "media 2+2", "media 4+2", "gap 6+1.5", "media 7.5+0.5", "media 8+2"])
        #expect(audio.allSatisfy { $0.kind == .separable && $0.report.tracks[0].duration < .milliseconds(2050) })
        #expect(audio.reduce(0) { $0 + $1.report.tracks[0].sampleCount } == 470)
    }

    @Test func stallAcrossSeveralBoundariesKeepsTheGrid() throws {
        #expect(
            try times([0..<175, 255..<300]).video == [
                "media 0+2", "media 2+2", "media 4+2", "gap 6+2", "gap 8+0.5", "media 8.5+1.5",
            ])
    }

    @Test func shortStallExtendsAFrame() throws {
        let video = try times([0..<175, 192..<300]).video
        #expect(video == ["media 0+2", "media 2+2", "media 4+2.4", "media 6.4+1.6", "media 8+2"])
    }

    @Test func fileKeepsItsLongFrames() throws {
        let video = try times([0..<175, 225..<300], isLive: false).video
        #expect(video == ["media 0+2", "media 2+2", "media 4+3.5", "media 7.5+0.5", "media 8+2"])
    }
}
