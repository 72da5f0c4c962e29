import Foundation
import Testing

/// Outputs that cannot be written, and encoders with missing dependencies.
@Suite struct BadOutputTests {
    @Test func aFolderBelowARegularFile() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write("file", "not a folder")
            let outcome = try await scratch.sluice(
                "segment", Movie.small.file().path, file.appending(path: "out").path)
            outcome.expectOneError(from: ["folder"])
            #expect(outcome.errors.contains("Not a directory") || outcome.errors.contains("not a folder"), "\(outcome)")
        }
    }

    @Test(arguments: [false, true]) func anOutputFolderThatIsRemovedOrMovedDuringALiveRun(isMoved: Bool) async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let run = try scratch.liveCommand(output).start()
            let playlist = output.appending(path: "video/playlist.m3u8")
            func hasSegments(_ count: Int) async throws -> Bool {
                try await eventually(within: 20) {
                    ((try? PlaylistText(playlist))?.segments.count ?? 0) >= count || !run.isRunning
                }
            }
            try #require(try await hasSegments(2))
            // The run may recreate files while the folder is being removed.
            let isGone = try await eventually(within: 5) {
                if isMoved {
                    try? FileManager.default.moveItem(at: output, to: scratch.file("former"))
                } else {
                    try? FileManager.default.removeItem(at: output)
                }
                return !FileManager.default.fileExists(atPath: output.path)
                    || run.errors.contains("was moved, removed or replaced")
            }
            try #require(isGone)
            let isReported = try await eventually(within: 20) {
                run.errors.contains("was moved, removed or replaced") || !run.isRunning
            }
            #expect(isReported && run.isRunning, "\(run.errors)")
            #expect(try await hasSegments(2))
            run.signal(SIGTERM)
            let outcome = try await run.outcome(within: 20)
            #expect(outcome.code == 0, "\(outcome)")
            // Every listed segment exists.
            for rendition in ["video", "audio"] {
                let folder = output.appending(path: rendition)
                let text = try PlaylistText(folder.appending(path: "playlist.m3u8")).text
                var isGap = false
                for line in text.split(separator: "\n") {
                    if line == "#EXT-X-GAP" { isGap = true }
                    guard !line.hasPrefix("#") else { continue }
                    let exists = FileManager.default.fileExists(atPath: folder.appending(path: String(line)).path)
                    #expect(exists || isGap, "\(line)\n\(text)")
                    isGap = false
                }
            }
        }
    }

    @Test(.enabled("this machine allows mounts in a separate namespace") { await Namespace.isAllowed })
    func aFullDiskLeavesWhatWasPublishedPlayable() async throws {
        try await Scratch.use { scratch in
            let disk = scratch.file("disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            let input = try await Movie.main.file()
            let size = try #require(
                FileManager.default.attributesOfItem(atPath: input.path)[.size] as? Int)
            let text = Pipelines.passthrough(input, disk.appending(path: "out"), playlists: "type: event")
            let pipeline = try scratch.write("event.yaml", text)
            // The mount exists only while the script runs, so the files are copied before it ends.
            let script = """
                mount -t tmpfs -o size=\(size / 2) tmpfs '\(disk.path)' || exit 99
                '\(Sluice.tool.path)' run '\(pipeline.path)'
                code=$?
                cp -r '\(disk.path)/out' '\(scratch.file("copy").path)'
                exit $code
                """
            let outcome = try await scratch.run("unshare", ["--mount", "sh", "-c", script])
            outcome.expectOneError(from: ["folder"])
            #expect(outcome.errors.contains(/[Nn]o space/), "\(outcome)")

            let copy = scratch.file("copy")
            try expectNothingWhole(in: copy)
            let presentation = try Presentation(folder: copy)
            for rendition in presentation.renditions {
                #expect(!rendition.playlist.segments.isEmpty)
                let file = try rendition.joined(in: scratch)
                let decoded = try await scratch.decode(file)
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
        }
    }

    @Test func aMissingEncoderIsNamedWithItsDebianPackage() async throws {
        try await Scratch.use { scratch in
            let plugins = scratch.file("plugins")
            try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
            let found = try await scratch.run("pkg-config", ["--variable=pluginsdir", "gstreamer-1.0"]).succeeded()
            let folder = URL(filePath: found.output.trimmingCharacters(in: .whitespacesAndNewlines))
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where !name.contains("264") && !name.contains("vaapi") && !name.contains("nvcodec") {
                try FileManager.default.createSymbolicLink(
                    at: plugins.appending(path: name), withDestinationURL: folder.appending(path: name))
            }
            var command = scratch.command(
                ["segment", try await Movie.small.file().path, scratch.file("out").path, "--encode"])
            command.environment = [
                "GST_PLUGIN_SYSTEM_PATH_1_0": plugins.path, "GST_REGISTRY_1_0": scratch.file("registry.bin").path,
            ]
            let outcome = try await command.run()
            outcome.expectOneError(from: ["video"], within: 40)
            #expect(outcome.errors.contains(/gstreamer1\.0-plugins-(ugly|bad)/), "\(outcome)")
            try expectNothingWhole(in: scratch.file("out"))
        }
    }
}
