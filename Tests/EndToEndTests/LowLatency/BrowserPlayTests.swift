import Foundation
import Testing

/// Chromium plays a live presentation on the origin's page.
@Suite(.enabled(if: Browser.isAvailable, "Chromium is not installed; Scripts/setup --browser installs it"))
struct BrowserPlayTests {
    /// The playback duration per player in seconds. If set, playback must not stall.
    static let seconds = ProcessInfo.processInfo.environment["SLUICE_BROWSER_SECONDS"].flatMap { Double($0) }

    @Test func itPlaysWithItsOwnHLS() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let page = try await Browser.watch("\(run.address)?native", for: Self.seconds ?? 10, in: scratch)
            let last = try #require(page.samples.last)
            #expect(last.figures["Player"] == "the browser", "\(page)")
            expectPlayed(page)
        }
    }

    @Test(.enabled(if: Browser.player != nil, "there is no build of hls.js; Scripts/fetch-hls-js fetches one"))
    func itPlaysWithHLSJSAndShowsHow() async throws {
        try await Scratch.use { scratch in
            // The origin finds the build by itself.
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let page = try await Browser.watch(run.address, for: Self.seconds ?? 10, in: scratch)
            expectPlayed(page)
            // The page creates a player with an empty source to query the build's features.
            let failures = page.failures.filter { !$0.contains(" data:") }
            #expect(failures.isEmpty && page.errors.isEmpty, "\(page)")

            // The page displays correct figures.
            let figures = try #require(page.samples.last).figures
            #expect(figures["Player"]?.hasPrefix("hls.js 1.") == true, "\(figures)")
            let latency = try number(figures["Latency"])
            #expect(latency > 0.25 && latency < 30, "\(figures)")
            #expect(try number(figures["Buffer"]) > 0, "\(figures)")
            #expect(figures["Frame size"] == "320 × 180")
            #expect(try number(figures["Bit rate"]) > 0, "\(figures)")
            let frames = try #require(figures["Dropped frames"]?.firstMatch(of: /^(\d+) of (\d+)$/), "\(figures)")
            #expect(try #require(Int(frames.2)) > 100 && #require(Int(frames.1)) < #require(Int(frames.2)))
            #expect(figures["Ladder"]?.hasPrefix("320x180 ") == true, "\(figures)")
            // The segments of the window, with their durations.
            let bars = try #require(page.samples.last).bars
            #expect(bars.count >= 3 && bars.allSatisfy { abs($0 - 1) < 0.1 }, "\(bars)")

            // All requests go to the origin.
            let origin = try #require(run.address.firstMatch(of: /^http:\/\/[^\/]+\//)).0
            let others = page.requests.filter {
                !$0.hasPrefix(origin) && !$0.hasPrefix("data:") && !$0.hasPrefix("blob:")
            }
            #expect(others.isEmpty, "\(others)")
            // The player used blocking playlist requests.
            #expect(page.requests.contains { $0.contains("_HLS_msn=") && $0.contains("_HLS_part=") })
        }
    }

    /// The control of hls.js changes the rate only while more than one second is buffered.
    @Test(.enabled(if: Browser.player != nil, "there is no build of hls.js; Scripts/fetch-hls-js fetches one"))
    func itReturnsToTheTargetLatencyWithLessThanASecondBuffered() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let script = try scratch.write(
                "behind.js",
                """
                addEventListener('DOMContentLoaded', () => {
                  const video = document.getElementById('video');
                  setInterval(() => { if (video.currentTime > 0.3 && !video.paused) video.currentTime -= 0.3; }, 3000);
                  video.addEventListener('ratechange', () => {
                    const ranges = video.buffered, end = ranges.length ? ranges.end(ranges.length - 1) : Infinity;
                    if (video.playbackRate > 1 && end - video.currentTime < 0.9) window.hasCaughtUp = true;
                  });
                });
                """)
            let outcome = try await scratch.run(
                Sluice.package.appending(path: "Scripts/watch-page").path,
                [
                    run.address, "--script", script.path, "--read", "document.getElementById('video').playbackRate",
                    "--until", "window.hasCaughtUp === true", "--limit", "40",
                ], limit: 120)
            #expect(outcome.code == 0, "\(outcome)")
        }
    }

    /// First the page stands still for some seconds, as in a suspended computer, then its requests fail.
    @Test(.enabled(if: Browser.player != nil, "there is no build of hls.js; Scripts/fetch-hls-js fetches one"))
    func itReturnsToTheLiveEdgeAfterInterruptions() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let script = try scratch.write(
                "interrupt.js",
                """
                window.phase = 'start';
                let outageEnd = 0;
                const open = XMLHttpRequest.prototype.open;
                XMLHttpRequest.prototype.open = function (method, url, ...rest) {
                  // Nothing listens on this port.
                  return open.call(this, method, performance.now() < outageEnd ? 'http://127.0.0.1:1/' : url, ...rest);
                };
                addEventListener('DOMContentLoaded', () => {
                  const video = document.getElementById('video'), state = document.getElementById('state');
                  setInterval(() => {
                    const rows = [...document.querySelectorAll('#figures tr')].map((row) => [...row.children].map((cell) => cell.textContent));
                    const latency = parseFloat(rows.find(([name]) => name === 'Latency')?.[1]);
                    const isNear = latency < 3 && video.readyState > 2 && state.textContent === '';
                    if (phase === 'start' && isNear && video.currentTime > 2) {
                      const end = performance.now() + 6000;
                      while (performance.now() < end);
                      phase = 'behind';
                    } else if (phase === 'behind' && latency > 4) {
                      phase = 'returning';
                    } else if (phase === 'returning' && isNear) {
                      outageEnd = performance.now() + 5000;
                      phase = 'outage';
                    } else if (phase === 'outage' && state.textContent.startsWith('Playback stopped: ')) {
                      phase = 'stopped';
                    } else if (phase === 'stopped' && isNear && performance.now() > outageEnd) {
                      phase = 'end';
                    }
                  }, 100);
                });
                """)
            let read = "[phase, ...['state', 'figures'].map((id) => document.getElementById(id).textContent)]"
            let outcome = try await scratch.run(
                Sluice.package.appending(path: "Scripts/watch-page").path,
                [
                    run.address, "--script", script.path, "--read", read, "--until", "phase === 'end'", "--limit", "60",
                ], limit: 120)
            #expect(outcome.code == 0, "\(outcome)")
        }
    }

    @Test(arguments: [
        ("", "this server has no build of hls.js. On the server, run Scripts/fetch-hls-js"),
        ("broken.mjs", "the build of hls.js on this server cannot be used: it exports no player"),
    ]) func pageNamesTheMissingPlayer(player: String, message: String) async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write("broken.mjs", "export default 5")
            let path = player.isEmpty ? "" : scratch.file(player).path
            let run = try await LowLatencyRun(
                scratch, settings: LowLatencyRun.settings + ["player=\(path)"], segments: 1)
            defer { run.end() }
            // A browser without HLS.
            let script = try scratch.write("script.js", "HTMLMediaElement.prototype.canPlayType = () => '';")
            let state = "document.getElementById('state').textContent"
            let outcome = try await scratch.run(
                Sluice.package.appending(path: "Scripts/watch-page").path,
                [run.address, "--script", script.path, "--read", state, "--until", "\(state) !== ''"], limit: 120)
            #expect(outcome.code == 0 && outcome.output.contains(message), "\(outcome)")
        }
    }

    private func expectPlayed(_ page: Browser.Watched) {
        guard let last = page.samples.last else { return #expect(Bool(false), "nothing was seen: \(page)") }
        #expect(page.isWhole && last.played >= (Self.seconds ?? 10), "\(page)")
        #expect(last.state.isEmpty, "\(last)")
        if Self.seconds != nil { #expect(last.figures["Stalls"] == "0", "\(last)") }
    }

    private func number(_ text: String?) throws -> Double {
        let found = try #require(text?.firstMatch(of: #/^(\d+(?:\.\d+)?) /#), "\(text ?? "nothing")")
        return try #require(Double(found.1))
    }
}
