import Testing

@testable import GStreamerStages

@Suite struct SourceSupervisionTests {
    static let second: Int64 = 1_000_000_000
    static let limits = SourceSupervision.Limits()

    func running() -> SourceSupervision {
        var supervision = SourceSupervision(limits: Self.limits, at: 0)
        supervision.delivered(at: Self.second)
        return supervision
    }

    @Test func deliveringSourceIsRunning() {
        var supervision = SourceSupervision(limits: Self.limits, at: 0)
        #expect(supervision.state == .opening)
        #expect(supervision.advance(to: 4 * Self.second) == nil)
        supervision.delivered(at: 5 * Self.second)
        #expect(supervision.state == .running)
        #expect(!supervision.isUnavailable)
    }

    @Test func overdueSourceStallsAndResumes() {
        var supervision = running()
        #expect(supervision.advance(to: Self.second + 600_000_000) == nil)
        #expect(supervision.state == .stalled)
        supervision.delivered(at: Self.second + 700_000_000)
        #expect(supervision.state == .running)
        #expect(supervision.losses == 0)
    }

    @Test func longStallClosesSourceOnce() {
        var supervision = running()
        #expect(supervision.advance(to: 3 * Self.second) == .close)
        #expect(supervision.state == .closing)
        #expect(supervision.advance(to: 30 * Self.second) == nil)
        supervision.failed(at: 31 * Self.second)
        #expect(supervision.isUnavailable && supervision.losses == 1)
    }

    @Test func retryDelayDoublesUpToLimit() {
        var supervision = running()
        var now = 2 * Self.second
        supervision.failed(at: now)
        var distances: [Int64] = []
        for _ in 0..<9 {
            let before = now
            while supervision.advance(to: now) != .open { now += 10_000_000 }
            distances.append((now - before) / 10_000_000)
            supervision.failed(at: now)
        }
        #expect(distances == [25, 50, 100, 200, 400, 800, 1000, 1000, 1000])
        #expect(supervision.losses == 1)
    }

    @Test func aSourceThatIsBackForLongStartsFromTheShortestDistance() {
        var supervision = running()
        var now = 2 * Self.second
        for _ in 0..<5 {
            supervision.failed(at: now)
            while supervision.advance(to: now) != .open { now += 10_000_000 }
        }
        // A source that fails repeatedly is retried after increasing delays.
        supervision.delivered(at: now)
        supervision.failed(at: now + Self.second)
        #expect(supervision.state == .lost(until: now + 9 * Self.second))
        now += 9 * Self.second
        #expect(supervision.advance(to: now) == .open)
        for tick in 0...110 { supervision.delivered(at: now + Int64(tick) * 100_000_000) }
        supervision.failed(at: now + 11 * Self.second)
        #expect(supervision.state == .lost(until: now + 11 * Self.second + 250_000_000))
        #expect(supervision.losses == 3)
    }

    @Test func openingWithoutDataIsAbandoned() {
        var supervision = running()
        supervision.failed(at: 2 * Self.second)
        #expect(supervision.advance(to: 3 * Self.second) == .open)
        #expect(supervision.advance(to: 12 * Self.second) == nil)
        #expect(supervision.advance(to: 13 * Self.second) == .close)
        #expect(!supervision.isUnavailable || supervision.losses == 1)
    }
}
