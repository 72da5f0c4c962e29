import Foundation
import Testing

/// A disk that fills during a live run never ends the outputs that are not on it.
@Suite(.enabled("this machine allows mounts in a separate namespace") { await Namespace.isAllowed })
struct FullDiskTests {
    private struct Result: Decodable {
        var origin: Int
        var status: Int
        var gaps: Int?
        var compared: Int?
        var absent: [String]?
        var different: [String]?
        var continued: Bool?
        /// The names of segments that two runs have used.
        var repeated: [String]?
        var isReported: Bool?
    }

    /// Fills the disk; with an error, calls that change files fail with it.
    private func fill(
        _ way: String, failingWith error: String? = nil, onError policy: String? = nil, in scratch: Scratch
    ) async throws -> Result {
        let disk = scratch.file("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let port = freePort()
        let pipeline = try scratch.write(
            "disk.yaml",
            """
            pipeline: disk
            about: A folder and a recording on a small disk, and an origin.
            extends: "\(Sluice.pipeline("live-test-pattern").path)"
            hooks:
              outages:
                { command: [tee, -a, "\(scratch.file("copy.jsonl").path)"], events: [output.failed, output.recovered] }
            parameters: { size: 160x90, interval: 500ms, output: "\(disk.path)/out" }
            stages:
              playlists:
                use: hls.playlist
                from: segments
                with: { type: live, window: 40, target-duration: 2s, end-list: false }
              folder: { use: file.folder, from: playlists, \(policy.map { "on-error: \($0), " } ?? "")with: { path: "${output}" } }
              origin:
                use: http.origin
                from: playlists
                with: { listen: "127.0.0.1:\(port)" }
              record:
                use: file.movie
                from: [video, audio]
                with: { path: "\(disk.path)/movie.mp4", fragment-interval: 500ms }

            """)
        let log = scratch.file("log")
        var failure: [String] = []
        if let error {
            let library = scratch.file("alter.so").path
            let source = Sluice.script("alter-calls.c").path
            _ = try await scratch.run("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]).succeeded()
            failure = [library, error]
        }
        let outcome = try await scratch.run(
            "unshare",
            [
                "--mount", "python3", Sluice.script("full-disk.py").path, Sluice.tool.path, pipeline.path, disk.path,
                scratch.file("copy").path, "\(port)", log.path, way,
            ] + failure)
        #expect(outcome.code == 0, "\(outcome)")
        return try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
    }

    @Test func theOriginContinuesAndTheFolderAndTheRecordingRecover() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for error in [nil, "EIO", "EROFS", "EDQUOT"] {
                group.addTask { try await outputsRecover(after: error) }
            }
            try await group.waitForAll()
        }
    }

    private func outputsRecover(after error: String?) async throws {
        try await Scratch.use { scratch in
            let result = try await fill("frees", failingWith: error, in: scratch)
            #expect(result.status == 0 && result.origin >= 4, "\(error ?? "full disk"): \(result)")
            #expect(result.gaps ?? 0 > 0 && result.compared ?? 0 >= 4, "\(result)")
            #expect(result.absent == [] && result.different == [] && result.continued == true, "\(result)")
            for name in ["movie.mp4", "movie-2.mp4"] {
                let movie = scratch.file("copy/\(name)")
                let list = try await PacketList(movie, in: scratch)
                #expect(try list.times("video").count > 10, "\(name)")
                let decoded = try await scratch.decode(movie, level: "error")
                #expect(decoded.code == 0, "\(decoded)")
            }
        }
    }

    @Test func runsThatFindAFullDiskRepeatNoName() async throws {
        try await Scratch.use { scratch in
            let result = try await fill("was-full", in: scratch)
            #expect(result.repeated == [] && result.isReported == true && result.continued == true, "\(result)")
        }
    }

    @Test func aDiskThatStaysFullMakesTheRunFailAtItsEnd() async throws {
        try await Scratch.use { scratch in
            let result = try await fill("stays", in: scratch)
            #expect(result.status == 1 && result.origin >= 4, "\(result)")
            let log = try String(contentsOf: scratch.file("log"), encoding: .utf8)
            #expect(log.contains("the output lacks the media of the last"), "\(log)")
        }
    }

    @Test func aSinkThatIsDeclaredToStopEndsTheRun() async throws {
        try await Scratch.use { scratch in
            let result = try await fill("stops", onError: "stop", in: scratch)
            #expect(result.status == 1, "\(result)")
            let log = try String(contentsOf: scratch.file("log"), encoding: .utf8)
            #expect(log.contains(/error: folder .*No space/), "\(log)")
        }
    }
}
