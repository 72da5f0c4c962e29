import Testing

@testable import Media

/// Times inside of the text of cues.
@Suite struct CueTimestampTests {
    private let cue = WebVTTCue(
        start: 1000, end: 4000, payload: "One <00:00:02.000>two <c.x>and</c> <00:03.500><b>three</b> <1> <99:99.000>")

    @Test func timesMoveWithTheirCue() {
        let moved = cue.shifted(by: 9000)
        #expect(
            moved.payload
                == "One <00:00:11.000>two <c.x>and</c> <00:00:12.500><b>three</b> <1> <99:99.000>")
        #expect(moved.start == 10_000 && moved.end == 13_000)
        #expect(cue.text(shiftedBy: 9000).contains("<00:00:11.000>two"))
        #expect(cue.shifted(by: -2500).payload.hasPrefix("One <00:00:00.000>two"))
        #expect(cue.shifted(by: 0).payload == cue.payload)
    }

    @Test func timesAreRelativeToTheSampleOfABox() {
        let slice = ByteSlice(copying: cue.box)
        #expect(WebVTTCue(box: slice, start: 1000, end: 4000)?.payload == cue.payload)
        let moved = WebVTTCue(box: slice, start: 11_000, end: 14_000)
        #expect(moved?.payload.hasPrefix("One <00:00:12.000>two") == true)
        // The rest of a cue, in a sample that starts a second later.
        let rest = ByteSlice(copying: cue.box(inSampleAt: 2000))
        #expect(WebVTTCue(box: rest, start: 2000, end: 4000)?.payload == cue.payload)
        #expect(!WebVTTCue(start: 1, end: 2, payload: "a <b>c</b>").box.contains(sequence: Array("ctim".utf8)))
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool { firstRange(of: sequence) != nil }
}
