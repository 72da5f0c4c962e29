import Foundation
import HLS
import Testing

/// A service of the pipelines in a folder, with one shared listener.
struct ServiceRun {
    let scratch: Scratch
    let port = freePort()
    var folder: URL { scratch.file("channels") }

    init(_ scratch: Scratch) throws {
        self.scratch = scratch
        try FileManager.default.createDirectory(at: scratch.file("channels"), withIntermediateDirectories: true)
    }

    /// Writes a live pipeline with short segments.
    func write(
        _ name: String, source: String = "", origin options: String = "", bitRate: String = "200kbps",
        window: Int = 100,
        folder output: String? = nil, hooks: String = "", targetDuration: String = "2s"
    ) throws {
        let files = output.map { "folder: { use: file.folder, from: playlists, with: { path: \"\($0)\" } }\n  " } ?? ""
        try write(
            file: "\(name).yaml",
            hooks + """
                stages:
                  picture: { use: test.video, with: { size: 160x90, rate: 25, live: true\(source) } }
                  keyframes: { use: keyframe.force, from: picture, with: { interval: 500ms } }
                  video: { use: video.encode, from: keyframes, with: { bitrate: \(bitRate), tune: zerolatency } }
                  segments: { use: fmp4.segment, from: video, with: { interval: 500ms } }
                  playlists:
                    use: hls.playlist
                    from: segments
                    with: { type: live, window: \(window), target-duration: \(targetDuration), end-list: false }
                  \(files)origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:\(port)"\(options) } }

                """)
    }

    /// Writes a pipeline whose source fails at the start.
    func writeFailing(_ name: String) throws {
        try write(
            file: "\(name).yaml",
            """
            stages:
              input: { use: mp4.read, with: { path: absent.mp4 } }
              segments: { use: fmp4.segment, from: input }
              playlists: { use: hls.playlist, from: segments }
              folder: { use: file.folder, from: playlists, with: { path: \(name)-out } }

            """)
    }

    /// Writes a file in the folder, replacing it in one step as editors do.
    func write(file: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: file), options: .atomic)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appending(path: "\(name).yaml"))
    }

    func start(_ options: String..., environment: [String: String] = [:]) throws -> RunningProgram {
        var command = scratch.command(["serve", "channels"] + options, limit: 180)
        command.environment = environment.merging(["XDG_RUNTIME_DIR": scratch.folder.path]) { $1 }
        command.isIdle = true
        return try command.start()
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Requests a path; returns the status, the time in seconds and the header with the body.
    func request(_ path: String) async throws -> (status: String, seconds: Double, text: String) {
        let outcome = try await scratch.run(
            "curl",
            ["--silent", "--max-time", "30", "--include", "--write-out", "\n%{http_code} %{time_total}", url(path)])
        let end = outcome.output.split(separator: "\n").last?.split(separator: " ") ?? []
        guard end.count == 2 else { return ("", 0, "") }
        return (String(end[0]), Double(end[1]) ?? 0, outcome.output)
    }

    func status(_ path: String) async throws -> String { try await request(path).status }

    /// The video playlist of a pipeline; nil if it is not served.
    func playlist(_ name: String) async throws -> MediaPlaylist? {
        let text = try await scratch.run("curl", ["--silent", "--fail", url("\(name)/video/playlist.m3u8")]).output
        guard case .media(let playlist)? = try? Playlist.parse([UInt8](text.utf8), tolerance: .tolerant).playlist else {
            return nil
        }
        return playlist
    }

    /// The number after the last listed segment.
    func end(_ name: String) async throws -> Int {
        try await playlist(name).map { $0.mediaSequence + $0.segments.count } ?? 0
    }
}

extension RunningProgram {
    /// Waits for lines in the log; fails with the log if they do not come.
    func expect(_ lines: String..., within seconds: Double = 60) async throws {
        for line in lines {
            let isThere = try await eventually(within: seconds) { errors.contains(line) || !isRunning }
            guard isThere, isRunning else { throw Unable("'\(line)' is missing: \(errors.suffix(3000))") }
        }
    }

    /// Waits for a condition; fails with the log if it does not come.
    func expect(within seconds: Double = 60, that condition: () async throws -> Bool, _ what: String) async throws {
        let isSo = try await eventually(within: seconds) { try await condition() || !isRunning }
        guard isSo, isRunning else { throw Unable("\(what): \(errors.suffix(3000))") }
    }
}
