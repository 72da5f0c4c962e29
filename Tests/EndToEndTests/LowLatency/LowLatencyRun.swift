import Foundation
import Testing

/// A pipeline with an origin and parts of 250 ms. Runs until it is released.
struct LowLatencyRun {
    let program: RunningProgram
    /// The URL of the presentation, with a trailing slash.
    let address: String
    private let scratch: Scratch

    /// Settings for a low CPU load and short segments.
    static let settings = ["listen=127.0.0.1:0", "size=320x180", "interval=1s", "part=250ms", "window=8"]

    /// Starts the pipeline and waits until segments are available.
    init(
        _ scratch: Scratch, pipeline: URL = Sluice.pipeline("live-low-latency"), settings: [String] = Self.settings,
        segments: Int = 3
    ) async throws {
        self.scratch = scratch
        let arguments = ["run", pipeline.path] + settings.flatMap { ["--set", $0] }
        let program = try scratch.command(arguments).start()
        self.program = program
        let isServing = try await eventually(within: 60) {
            program.errors.contains(/serving http\S*\/\n/) || !program.isRunning
        }
        guard isServing, let match = program.errors.firstMatch(of: /serving (http:.*)\n/) else {
            throw Unable("nothing is served: \(program.errors)")
        }
        address = String(match.1)
        let hasBegun = try await eventually(within: 60) {
            try await playlist("video").matches(of: /\nsegment-\d+\.m4s/).count >= segments
        }
        guard hasBegun else { throw Unable("there are no segments: \(program.errors)") }
    }

    func end() { program.end() }

    func playlist(_ rendition: String, _ query: String = "") async throws -> String {
        try await text("\(address)\(rendition)/playlist.m3u8\(query)")
    }

    func text(_ address: String) async throws -> String {
        try await scratch.run("curl", ["--silent", "--max-time", "20", address]).output
    }

    func status(_ address: String) async throws -> String {
        let arguments = [
            "--silent", "--output", "/dev/null", "--max-time", "20", "--write-out", "%{http_code}", address,
        ]
        return try await scratch.run("curl", arguments).output
    }

    /// Returns the number of the current segment and of its published parts.
    func edge(_ rendition: String = "video") async throws -> (segment: Int, parts: Int) {
        let text = try await playlist(rendition)
        guard let first = text.firstMatch(of: /MEDIA-SEQUENCE:(\d+)/).flatMap({ Int($0.1) }) else {
            throw Unable("this is no playlist: \(text)")
        }
        let tail = text.ranges(of: "#EXTINF").last.map { text[$0.upperBound...] } ?? text[...]
        return (first + text.ranges(of: "#EXTINF").count, tail.ranges(of: "#EXT-X-PART:").count)
    }
}
