import ScriptedMedia
import Packaging
import Media
import Testing

/// Captured tracks that do not start at the same time.
@Suite struct LiveStartTests {
    /// Returns the segments of audio that starts at zero and video that starts at `seconds`.
    private func segments(
        picturesFrom seconds: Int64, isLive: Bool, profile: FileTypeProfile = .mpeg4AppleHLS
    ) throws -> [Segment] {
        let (pictures, sound) = (GapTests().pictures(seconds * 30..<300), GapTests().sound(0..<470))
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: profile, interval: .seconds(2)))
        var tracks = [
            Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track,
            Script.audio(packets: 1, rate: 48000, priming: 0).track,
        ]
        if isLive { for index in tracks.indices { tracks[index].liveOrigin = .zero } }
        for track in tracks { try fragmenter.add(track) }
        for sample in sound { try fragmenter.append(sample) }
        for sample in pictures { try fragmenter.append(sample) }
        try fragmenter.finish()
        return fragmenter.dequeueSegments()
    }

    @Test func capturedAudioStartsWithTheVideo() throws {
        let audio = try segments(picturesFrom: 3, isLive: true).filter {
            $0.rendition.id == "audio" && $0.kind == .separable
        }
        let first = try #require(audio.first?.report.tracks.first)
        let start = first.earliestPresentationTime - .seconds(10)
        #expect(start <= .seconds(3) && start > .milliseconds(2978))
        #expect(first.duration < .milliseconds(1050))
    }

    @Test func movieKeepsItsLeadingAudio() throws {
        let audio = try segments(picturesFrom: 3, isLive: false).filter {
            $0.rendition.id == "audio" && $0.kind == .separable
        }
        #expect(audio.first?.report.tracks.first?.earliestPresentationTime == .seconds(10))
    }

    @Test func initializationSegmentsDoNotDependOnTheVideoStart() throws {
        for profile in [FileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant] {
            let headers = try [0, 1, 3].map { seconds in
                try segments(picturesFrom: seconds, isLive: true, profile: profile)
                    .filter { $0.kind == .initialization }.map(\.data)
            }
            #expect(headers[0] == headers[1] && headers[1] == headers[2])
        }
    }
}
