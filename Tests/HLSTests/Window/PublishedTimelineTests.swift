import HLS
import Media
import ScriptedMedia
import Testing

@Suite struct PublishedTimelineTests {
    @Test(arguments: [
        MediaTime(value: 180 * 1001, timescale: 30000), MediaTime(value: 144 * 1001, timescale: 24000),
        MediaTime(value: 282 * 1024, timescale: 48000), MediaTime(value: 259 * 1024, timescale: 44100),
        MediaTime(value: 1, timescale: 3),
    ])
    func roundingErrorsDoNotAccumulate(duration: MediaTime) {
        var timeline = PublishedTimeline()
        var sum: Int64 = 0
        for count in 1...Int64(100_000) {
            let published = timeline.publish(duration)
            #expect(published.timescale == 1_000_000)
            sum += published.value
            if count % 9973 == 0 || count == 100_000 {
                #expect(sum == (duration * count).ticks(at: 1_000_000))
            }
        }
    }

    @Test func sumOfAnyRunIsWithinOneUnit() {
        var timeline = PublishedTimeline()
        var random = SeededGenerator(seed: 7)
        var exact: [MediaTime] = [.zero]
        var published: [Int64] = [0]
        for _ in 0..<2000 {
            let duration = MediaTime(value: Int64.random(in: 1...200_000, using: &random), timescale: 30000)
            exact.append(exact[exact.count - 1] + duration)
            published.append(published[published.count - 1] + timeline.publish(duration).value)
        }
        for _ in 0..<2000 {
            let first = Int.random(in: 0..<2000, using: &random)
            let last = Int.random(in: first...2000, using: &random)
            let difference = (exact[last] - exact[first]).seconds * 1e6 - Double(published[last] - published[first])
            #expect(abs(difference) <= 1)
        }
    }

    @Test func hugeDurationsDoNotTrap() {
        var timeline = PublishedTimeline()
        for _ in 0..<3 { _ = timeline.publish(MediaTime(value: .max, timescale: 1)) }
        _ = timeline.publish(.indefinite)
    }
}
