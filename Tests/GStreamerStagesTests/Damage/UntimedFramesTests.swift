import Testing

@testable import GStreamerStages

/// Times of frames whose samples have decode times only.
@Suite struct UntimedFramesTests {
    private static let step: Int64 = 40

    /// Returns the times of frames whose decoder guesses these times after `delay` further samples.
    private func times(_ guesses: [Int64], delay: Int, lost: Set<Int> = []) -> [Int64?] {
        var frames = UntimedFrames()
        var entered = 0
        return guesses.enumerated().filter { !lost.contains($0.offset) }.map { index, guess in
            while entered <= index + delay {
                frames.enter(
                    at: entered.isMultiple(of: 12) ? Int64(entered) * Self.step : nil,
                    decode: Int64(entered) * Self.step)
                entered += 1
            }
            return frames.leave(at: guess, duration: Self.step)
        }
    }

    @Test func framesAreSpacedByTheDecodeTimes() {
        // A decoder repeats times where a keyframe follows B-frames.
        let guesses = (0..<48).map { Int64($0 - ($0 % 12 > 9 ? 2 : 0)) * Self.step }
        let found = times(guesses, delay: 2)
        #expect(found.enumerated().allSatisfy { index, time in (time ?? guesses[index]) == Int64(index) * Self.step })
    }

    @Test func timesFollowTheDecoderAfterManyLosses() {
        let guesses = (0..<200).map { Int64($0) * Self.step }
        let found = times(guesses, delay: 2, lost: Set(20..<60)).compactMap(\.self)
        #expect(found.last == guesses.last)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func presentationTimesAreKept() {
        var frames = UntimedFrames()
        for time: Int64 in [0, 120, 40, 80] { frames.enter(at: time, decode: time) }
        #expect([0, 40, 80, 120].allSatisfy { frames.leave(at: $0, duration: 40) == nil })
    }
}
