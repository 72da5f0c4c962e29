import Testing

@testable import GStreamerStages

@Suite struct DamageMatcherTests {
    private static let frame: Int64 = 40_000_000

    /// Enters the input of a decoder: I P B B and so on in decode order, times in frames.
    private func enter(_ times: [Int64], into ledger: inout AccessUnitMatcher, syncs: Set<Int64> = [0]) {
        for time in times {
            ledger.enter(at: time * Self.frame, isSync: syncs.contains(time), isDiscontinuous: false)
        }
    }

    private func leave(_ times: [Int64], from ledger: inout AccessUnitMatcher) {
        for time in times { ledger.leave(at: time * Self.frame, duration: Self.frame) }
    }

    @Test func reorderedFramesAreNotLost() {
        var ledger = AccessUnitMatcher(.presentation)
        enter([0, 3, 1, 2, 6, 4, 5], into: &ledger)
        leave([0, 1, 2, 3, 4, 5, 6], from: &ledger)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 0 && ledger.lostTimes == nil)
    }

    @Test func missingFrameIsLostWithTime() {
        var ledger = AccessUnitMatcher(.presentation)
        enter([0, 3, 1, 2, 6, 4, 5], into: &ledger)
        leave([0, 2, 3, 4], from: &ledger)
        #expect(ledger.lost(leftOut: 0) == 1)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 3)
        #expect(ledger.lostTimes == Self.frame...6 * Self.frame)
    }

    /// Frames before the segment are decoded and dropped, as are leading frames of the first sync sample.
    @Test func hiddenUnitsAreNotExpected() {
        var ledger = AccessUnitMatcher(.presentation)
        ledger.setSegment(start: 5 * Self.frame, stop: 9 * Self.frame)
        enter([4, 7, 5, 6, 8, 9], into: &ledger, syncs: [4])
        leave([5, 6, 7, 8], from: &ledger)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 0)

        var leading = AccessUnitMatcher(.presentation)
        enter([1, 2, 8, 6, 7, 9], into: &leading, syncs: [8])
        leave([8, 9], from: &leading)
        leading.end()
        #expect(leading.lost(leftOut: 0) == 0)
    }

    @Test func theSecondFieldOfAFrameIsNotLost() {
        var ledger = AccessUnitMatcher(.presentation)
        for field in Int64(0)..<10 {
            ledger.enter(at: field * Self.frame / 2, isSync: field == 0, isDiscontinuous: false)
        }
        for frame in Int64(0)..<5 { ledger.leave(at: frame * Self.frame, duration: Self.frame) }
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 0)
    }

    /// A decoder may output a frame with another time than its sample; it is lost only if it was discarded for that.
    @Test func frameWithChangedTimeMatchesSample() {
        var ledger = AccessUnitMatcher(.presentation)
        enter([0, 1, 2, 3], into: &ledger)
        leave([0, 1], from: &ledger)
        ledger.leave(at: Self.frame, duration: Self.frame)
        leave([3], from: &ledger)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 0)
        #expect(ledger.lost(leftOut: 1) == 1)
    }

    @Test func droppedParserUnitsAreLost() {
        var ledger = AccessUnitMatcher(.decode)
        enter([0, 3, 1, 2, 6, 4, 5], into: &ledger)
        leave([0, 3, 2, 6, 4, 5], from: &ledger)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 1)
    }

    @Test func silentDecoderLosesAllFrames() {
        var ledger = AccessUnitMatcher(.presentation)
        enter(Array(0..<1000), into: &ledger)
        ledger.end()
        #expect(ledger.lost(leftOut: 0) == 1000)
    }

    @Test func audioGapCountsAsLostPackets() {
        var ledger = AudioPacketMatcher()
        for packet in Int64(0)..<20 { ledger.enter(at: packet * 20, duration: packet == 0 ? 70 : 20) }
        // Frames are offset by half a packet, and two of them are missing.
        for packet in Int64(0)..<20 where packet != 7 && packet != 8 {
            ledger.leave(at: packet * 20 + 5, duration: 20)
        }
        ledger.end()
        #expect(ledger.lost == 2)
    }

    @Test func gapsAreCountedInFrames() {
        var gaps = StreamGaps(isOrdered: true)
        for time in [Int64(0), 40, 80, 200, 240] { gaps.record(at: time, duration: 40) }
        #expect(gaps.missing == 2)
    }
}
