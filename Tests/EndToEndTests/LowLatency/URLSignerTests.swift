import Foundation
import Testing

/// The tool's own addresses, signed by the tool, and played by others.
@Suite struct URLSignerTests {
    @Test func aSignedAddressIsPlayedOverHTTP2AndByThoseWhoDoNotSpeakIt() async throws {
        try await Scratch.use { scratch in
            let key = "a key for this test only"
            _ = try scratch.write("signing.key", key + "\n")
            let settings = [
                "listen=127.0.0.1:0", "size=320x180", "interval=1s", "part=250ms", "tls=true",
                "key-file=\(scratch.file("signing.key").path)",
            ]
            let run = try scratch.command(
                ["run", Sluice.pipeline("live-low-latency").path] + settings.flatMap { ["--set", $0] }
            ).start()
            defer { run.end() }
            #expect(try await eventually(within: 60) { run.errors.contains("requires URLs signed") }, "\(run.errors)")
            let address = try #require(run.errors.firstMatch(of: /serving (https:\S*)/)?.1)
            let signed = try await scratch.sluice(
                "sign", "\(address)index.m3u8", "--key-file", scratch.file("signing.key").path, "--for", "1h"
            ).succeeded().output.trimmingCharacters(in: .newlines)
            #expect(
                try await eventually(within: 60) {
                    let playlist = signed.replacing("index.m3u8", with: "video/playlist.m3u8")
                    return try await scratch.run(
                        "curl", ["--silent", "--insecure", "--max-time", "20", playlist]
                    ).output.matches(of: #/\nsegment-\d+\.m4s/#).count >= 2
                })
            for (asked, expected) in [(signed, "2 200"), ("\(address)index.m3u8", "2 403")] {
                let said = ["--insecure", "--output", "/dev/null", "--write-out", "%{http_version} %{http_code}"]
                #expect(try await scratch.run("curl", ["--silent"] + said + [asked]).output == expected)
            }
            let played = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", signed, "-t", "2", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(played.errors.isEmpty && played.output.split(separator: "\n").count > 60)
        }
    }
}
