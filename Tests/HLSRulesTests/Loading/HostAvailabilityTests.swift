import HTTPClient
import Media
import Testing

@testable import HLSValidator

@Suite struct HostAvailabilityTests {
    private let timeout = TransferError(.timedOut, "'http://a/1.ts' cannot be fetched: timeout was reached")

    @Test func unreachableHostIsTriedOnce() {
        let hosts = HostAvailability()
        #expect(!hosts.isUnresponsive("a"))
        hosts.recordFailure("a", timeout)
        #expect(hosts.isUnresponsive("a") && !hosts.isUnresponsive("b"))
        for _ in 0..<40 { hosts.recordSkippedSegment("a", of: "v.m3u8") }
        hosts.recordSkippedSegment("a", of: "a.m3u8")
        #expect(
            hosts.reports == [
                "41 segments of 2 playlists: 'a' does not respond "
                    + "('http://a/1.ts' cannot be fetched: timeout was reached)"
            ])
    }

    @Test func reachableHostMayFailTwice() {
        let hosts = HostAvailability()
        hosts.recordFailure("a", TransferError(.status(404), "the server answers 404"))
        hosts.recordFailure("a", timeout)
        hosts.recordFailure("a", timeout)
        #expect(!hosts.isUnresponsive("a"))
        hosts.recordAnswer("a")
        for _ in 0..<3 { hosts.recordFailure("a", timeout) }
        #expect(hosts.isUnresponsive("a"))
    }

    @Test func unreachableHostIsRetriedLater() {
        let hosts = HostAvailability()
        let now = MonotonicTime.zero
        hosts.recordFailure("a", timeout, now: now)
        #expect(
            hosts.isUnresponsive("a", now: now + .seconds(59)) && !hosts.isUnresponsive("a", now: now + .seconds(61)))
    }
}
