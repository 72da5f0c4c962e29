import Foundation

/// Pipeline files for cases that no pipeline in the project covers.
enum Pipelines {
    /// Packages a movie's samples in passthrough, with the given segment and playlist options.
    static func passthrough(
        _ input: URL, _ output: URL, segments: String = "interval: 2s", playlists: String
    ) -> String {
        """
        pipeline: test
        stages:
          movie:
            use: mp4.read
            with: { path: "\(input.path)" }
          segments:
            use: fmp4.segment
            from: movie
            with: { \(segments) }
          playlists:
            use: hls.playlist
            from: segments
            with: { \(playlists) }
          folder:
            use: file.folder
            from: playlists
            with: { path: "\(output.path)" }

        """
    }
}

extension Scratch {
    /// Runs a pipeline file with this text.
    func run(pipeline text: String, _ options: String..., limit: Double = 60) async throws -> Outcome {
        let file = try write("pipeline-\(UUID().uuidString.prefix(6)).yaml", text)
        return try await command(["run", file.path] + options, limit: limit).run()
    }

    /// A command that runs the live test pattern with a small frame size and short segments.
    func liveCommand(_ output: URL, _ options: String..., window: Int = 3, limit: Double = 60) -> Command {
        var command = command(
            ["run", Sluice.pipeline("live-test-pattern").path, "--set", "output=\(output.path)"]
                + ["size=320x180", "interval=1s", "window=\(window)"].flatMap { ["--set", $0] } + options,
            limit: limit)
        command.isIdle = true
        return command
    }
}
