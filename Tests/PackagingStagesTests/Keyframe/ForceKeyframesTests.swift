import PackagingStages
import Media
import StageKit
import StageTesting
import Testing

@Suite struct ForceKeyframesTests {
    /// Frame rates as ticks per second and ticks per frame.
    static let rates: [(Int32, Int64)] = [
        (24000, 1000), (25000, 1000), (30000, 1001), (30000, 1000), (50000, 1000), (60000, 1001), (60000, 1000),
    ]

    @Test(arguments: rates) func onlyFirstFrameAfterBoundaryIsMarked(rate: (Int32, Int64)) throws {
        let marked = try Self.marked(times: (0..<5000).map { $0 * rate.1 }, timescale: rate.0)
        let expected = try Self.firstAtOrAfterBoundaries(times: (0..<5000).map { $0 * rate.1 }, timescale: rate.0)
        #expect(marked == expected)
        #expect(marked.count > 10)
    }

    @Test func variableFrameRatesMarkTheFirstFrameAfterEachBoundary() throws {
        let times: [Int64] = [0, 900, 5900, 6100, 6200, 11_999, 12_000, 19_000, 24_500]
        #expect(try Self.marked(times: times, timescale: 1000) == [0, 6100, 12_000, 19_000, 24_500])
    }

    @Test func theGridDoesNotDriftOverAWeek() throws {
        let week: Int64 = 7 * 24 * 3600
        let times = (0..<week / 7).map { $0 * 7 * 1000 + 1 }
        let marked = try Self.marked(times: times, timescale: 1000, interval: .seconds(6))
        #expect(marked == (try Self.firstAtOrAfterBoundaries(times: times, timescale: 1000)))
    }

    @Test func theFirstFrameIsMarkedWhereverItStands() throws {
        #expect(try Self.marked(times: [-40, 0, 40], timescale: 1000) == [-40])
    }

    private struct NoBytes: FrameContent { var byteCount: Int { 0 } }

    private static func marked(
        times: [Int64], timescale: Int32, interval: MediaTime = .seconds(6)
    ) throws -> [Int64] {
        var options = ForceKeyframes.Options()
        options.interval = interval
        var stage = ForceKeyframes(options: options)
        var effects = Effects<Frame>(clock: VirtualClock())
        for ticks in times {
            let frame = Frame(
                track: Track.ID(rawValue: 1), timescale: timescale, presentationTicks: ticks, duration: 1,
                content: NoBytes())
            stage.receive(.payload(frame), &effects)
        }
        return effects.all.compactMap { effect in
            guard case .emit(.payload(let frame)) = effect, frame.mustBeSync else { return nil }
            return frame.presentationTicks
        }
    }

    private static func firstAtOrAfterBoundaries(times: [Int64], timescale: Int32) throws -> [Int64] {
        var result: [Int64] = []
        var lastCell = Int64.min
        for ticks in times {
            let cell = ticks / (6 * Int64(timescale))
            if cell != lastCell { result.append(ticks) }
            lastCell = cell
        }
        return result
    }
}
