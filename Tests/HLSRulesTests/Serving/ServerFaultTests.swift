import Foundation
import HLSValidator
import Testing
import HLSRules

/// A real server with one fault, and the rule that must detect it.
@Suite(.serialized) struct ServerFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var file: String
        var rule: String
        /// Rules of the Apple profile are tested with it. The test's server lacks HTTP/2, which that profile requires.
        var profile = ValidationProfile.rfc

        var testDescription: String { "\(name) \(file)" }
    }

    static let faults = [
        Fault(name: "uncompressed", file: "movie.m3u8", rule: "R73", profile: .apple),
        Fault(name: "playlist-type", file: "movie.m3u8", rule: "R104"),
        Fault(name: "segment-type", file: "movie.m3u8", rule: "R104"),
        Fault(name: "short-cache", file: "movie.m3u8", rule: "R106"),
        Fault(name: "redirects", file: "movie.m3u8", rule: "R108"),
        Fault(name: "no-cors", file: "movie.m3u8", rule: "R108"),
        Fault(name: "slow-segment", file: "movie.m3u8", rule: "R109"),
        Fault(name: "stale", file: "live.m3u8", rule: "R106"),
        Fault(name: "part-alone", file: "live.m3u8", rule: "R69"),
        Fault(name: "too-far", file: "live.m3u8", rule: "R69"),
        Fault(name: "malformed", file: "live.m3u8", rule: "R69"),
        Fault(name: "too-early", file: "live.m3u8", rule: "R68"),
        Fault(name: "held-uncached", file: "live.m3u8", rule: "R105"),
        Fault(name: "missing-kept", file: "live.m3u8", rule: "R106"),
        Fault(name: "missing-held-kept", file: "live.m3u8", rule: "R105"),
        Fault(name: "trickle", file: "live.m3u8", rule: "R72"),
    ]

    @Test(arguments: ["movie.m3u8", "live.m3u8"]) func validServerHasNoFindings(file: String) async throws {
        let found = try await HLSServer.findings("good", file, file == "movie.m3u8" ? .apple : .rfc)
        #expect(found.isEmpty, "\(found.map { "\($0.rule) \($0.place.file): \($0.found)" })")
    }

    @Test(arguments: faults) func singleServerFaultBreaksOneRule(fault: Fault) async throws {
        let found = try await HLSServer.findings(fault.name, fault.file, fault.profile)
        #expect(Set(found.map(\.rule)) == [fault.rule], "\(found.map { "\($0.rule) \($0.place.file): \($0.found)" })")
    }

    @Test func outdatedTLSVersionsAreReported() async throws {
        let server = try HLSServer.shared.get()
        let reader = PlaylistReader()
        let loaded = try await LoadedPresentation.load(
            try server.url("good", "movie.m3u8"), name: "movie.m3u8", reader: reader)
        for (port, rules) in [(server.oldPort, ["R108a"]), (server.newPort, [])] {
            let url = try #require(URL(string: "https://127.0.0.1:\(port)/movie.m3u8"))
            var check = ServerProbe(.apple, at: url, reader: reader, reach: loaded.reach)
            // The certificates are not trusted, so no requests can be made.
            #expect(await check.probe(loaded).log.findings.map(\.rule) == rules)
        }
    }

    /// At most 64 MiB of a remote segment are in memory.
    @Test func endlessSegmentEndsAtTheLimit() async throws {
        let url = try HLSServer.shared.get().url("endless-segment", "movie.m3u8")
        var run = ValidationRun(subject: url.absoluteString, profile: .rfc)
        (run.checksServers, run.segmentLimit) = (false, 1)
        let report = try await run.report()
        #expect(
            report.unchecked.contains { $0.contains("exceeds the limit of \(64 << 20) bytes") }, "\(report.unchecked)")
    }

    @Test func lowLatencyOverHTTP1IsReported() async throws {
        let found = try await HLSServer.findings("good", "live.m3u8", .apple)
        #expect(Set(found.map(\.rule)) == ["R74"])
    }

    @Test func stalePlaylistIsReported() async throws {
        let found = try await HLSServer.findings("old-playlist", "live.m3u8", .apple)
        #expect(Set(found.map(\.rule)) == ["R74", "R107"])
    }

    @Test func unchangedBlockingReloadIsReported() async throws {
        let found = try await HLSServer.findings("unchanged", "live.m3u8", .rfc)
        // The awaited segment is missing as well, and the response must not be cached.
        #expect(Set(found.map(\.rule)) == ["R68", "R71", "R105"])
    }

    @Test func blockingReloadWithoutTimeoutIsReported() async throws {
        let found = try await HLSServer.findings("held-for-ever", "live.m3u8", .rfc)
        #expect(Set(found.map(\.rule)) == ["R70"])
    }
}
