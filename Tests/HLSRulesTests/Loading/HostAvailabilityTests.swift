import HTTPClient
import Testing

@testable import HLSValidator

@Suite struct HostAvailabilityTests {
    private let timeout = TransferError(.timedOut, "'http://a/1.ts' cannot be fetched: timeout was reached")

    @Test func aHostThatNeverAnsweredIsAskedOnce() {
        let hosts = HostAvailability()
        #expect(!hosts.isSilent("a"))
        hosts.failed("a", timeout)
        #expect(hosts.isSilent("a") && !hosts.isSilent("b"))
        for _ in 0..<40 { hosts.skip("a", of: "v.m3u8") }
        hosts.skip("a", of: "a.m3u8")
        #expect(
            hosts.reports == [
                "41 segments of 2 playlists: 'a' does not answer "
                    + "('http://a/1.ts' cannot be fetched: timeout was reached)"
            ])
    }

    @Test func aHostThatAnsweredMayFailTwice() {
        let hosts = HostAvailability()
        hosts.failed("a", TransferError(.status(404), "the server answers 404"))
        hosts.failed("a", timeout)
        hosts.failed("a", timeout)
        #expect(!hosts.isSilent("a"))
        hosts.answered("a")
        for _ in 0..<3 { hosts.failed("a", timeout) }
        #expect(hosts.isSilent("a"))
    }

    @Test func aSilentHostIsAskedAgainLater() {
        let hosts = HostAvailability()
        let now = ContinuousClock.now
        hosts.failed("a", timeout, now: now)
        #expect(hosts.isSilent("a", now: now + .seconds(59)) && !hosts.isSilent("a", now: now + .seconds(61)))
    }
}
