import Foundation
import Testing

/// Runs are found without a session directory, and insecure directories are not used.
@Suite(.enabled(if: getuid() == 0)) struct RunDirectoryTests {
    /// A user without a session directory.
    private static let user = 64_321

    private static let pipeline = """
        pipeline: unseen
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
          video: { use: video.encode, from: picture }
          recording: { use: file.movie, from: video, with: { path: out.mp4, when-exists: replace } }

        """

    /// A command that runs the tool as that user, without the environment variables of a session.
    private func command(_ words: [String], in scratch: Scratch) -> Command {
        Command(
            program: "setpriv",
            arguments: [
                "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "env", "-u", "XDG_RUNTIME_DIR", "-u",
                "TMPDIR", "HOME=\(scratch.folder.path)", scratch.file("sluice").path,
            ] + words, folder: scratch.folder, isIdle: true)
    }

    private func use(_ body: (Scratch, String) async throws -> Void) async throws {
        try await Scratch.use { scratch in
            let folder = "\(P_tmpdir)/sluice-\(Self.user)"
            try? FileManager.default.removeItem(atPath: folder)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.folder.path)
            // That user may have no access to the package folder.
            try FileManager.default.copyItem(at: Sluice.tool, to: scratch.file("sluice"))
            _ = try scratch.write("pipeline.yaml", Self.pipeline)
            try await body(scratch, folder)
        }
    }

    @Test func aServiceIsFoundInTheTemporaryFolderAndAnotherUsersFolderIsNotUsed() async throws {
        try await use { scratch, folder in
            let run = try command(["run", "pipeline.yaml"], in: scratch).start()
            defer { run.end() }
            let isListed = try await eventually(within: 30) {
                try await command(["reload", "--list"], in: scratch).run().output.contains("\tunseen\t")
            }
            #expect(isListed && !run.errors.contains("cannot find"), "\(run.errors)")
            var status = stat()
            #expect(lstat(folder, &status) == 0 && status.st_mode & 0o7777 == 0o700 && status.st_uid == Self.user)
            #expect(try await command(["reload", "unseen"], in: scratch).run().code == 0)
            #expect(try await eventually(within: 30) { run.errors.contains("reloaded: no changes") })
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
        }
        // A directory of another user, a directory writable by others, or a symbolic link.
        for prepare in [
            { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
            { path in
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                chown(path, uid_t(Self.user), 0)
                chmod(path, 0o777)
            },
            { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/") },
        ] as [(String) throws -> Void] {
            try await use { scratch, folder in
                try prepare(folder)
                let run = try command(["run", "pipeline.yaml"], in: scratch).start()
                defer { run.end() }
                let warns = try await eventually(within: 30) {
                    run.errors.contains("warning: 'sluice reload' cannot find the run") || !run.isRunning
                }
                #expect(warns && run.isRunning && run.errors.contains("SIGHUP to process"), "\(run.errors)")
                // A recording without samples would fail.
                try await run.waitForMedia()
                run.signal(SIGINT)
                _ = try await run.outcome(within: 30).succeeded()
            }
        }
    }
}
