import Foundation
import Testing

/// A run with a console, which displays a network source, a folder, a remote store and an origin.
struct ConsoleRun {
    /// The pipeline file.
    let file: URL
    let program: RunningProgram
    /// The URL of the console, with a trailing slash.
    let address: String
    /// The URL of the presentation, with a trailing slash.
    let origin: String
    private let scratch: Scratch
    /// The name of the output folder, which would change the title of a page that inserts it as markup.
    static let markup = "out<img src=x onerror=document.title='markup'>"

    /// Starts the run and waits until it serves segments.
    ///
    /// - Parameter script: The shell script that runs the tool, as `$0`, with the arguments `$@`.
    init(_ scratch: Scratch, source: String, store: String, script: String = "exec \"$0\" \"$@\"") async throws {
        self.scratch = scratch
        file = try scratch.write(
            "console.yaml",
            """
            pipeline: console
            hooks:
              viewers: { command: [sh, -c, "cat >> viewers; echo >> viewers"], events: [viewer.first, viewer.last] }
            stages:
              network: { use: capture.coded-launch, with: { launch: "\(source)", on-loss: gap, lost-after: 1s } }
              segments: { use: fmp4.segment, from: network, with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: live, target-duration: 2s } }
              folder: { use: file.folder, from: playlists, with: { path: "disk/\(Self.markup)" } }
              store: { use: http.push, from: playlists, with: { url: "\(store)" } }
              origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:0" } }

            """)
        try FileManager.default.createDirectory(at: scratch.file("disk"), withIntermediateDirectories: true)
        let program = try Command(
            program: "sh",
            arguments: ["-c", script, Sluice.tool.path, "run", file.path, "--admin", "127.0.0.1:0"],
            folder: scratch.folder
        ).start()
        self.program = program
        let isServing = try await eventually(within: 60) {
            program.errors.contains(/serving http\S*\/\n/) || !program.isRunning
        }
        guard isServing, let origin = program.errors.firstMatch(of: /serving (http:.*)\n/),
            let admin = program.errors.firstMatch(of: /admin listener on (http:.*)\n/)
        else { throw Unable("nothing is served: \(program.errors)") }
        (self.origin, address) = (String(origin.1), String(admin.1))
        let hasBegun = try await eventually(within: 60) {
            let playlist = try await scratch.run("curl", ["-sf", "\(self.origin)video/playlist.m3u8"])
            return playlist.output.contains("#EXTINF") || !program.isRunning
        }
        guard hasBegun, program.isRunning else { throw Unable("there are no segments: \(program.errors)") }
    }

    /// Waits until a JavaScript condition about the page is true; returns its last sample.
    func page(shows condition: String, script: String = "", within limit: Double = 60) async throws -> ConsoleSample {
        let (sample, isShown) = try await ConsoleSample.read(
            address, until: condition, script: script, within: limit, in: scratch)
        #expect(isShown, "the page never shows \(condition): \(sample) \(program.errors.suffix(2000))")
        return sample
    }

    /// Returns the sample of a metric whose labels contain these texts.
    func metric(_ name: String, _ labels: String...) async throws -> Double? {
        let text = try await scratch.run("curl", ["-sf", "\(address)metrics"]).succeeded().output
        return text.split(separator: "\n").first { line in
            line.hasPrefix("\(name){") && labels.allSatisfy { line.contains("=\"\($0)\"") }
        }.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
    }
}
