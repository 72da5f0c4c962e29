import Foundation
import Testing

/// Jobs on machines that are reached over ssh.
@Suite(.enabled(if: SSHServer.absence == nil, "\(SSHServer.absence ?? "")"))
struct ParallelJobTests {
    @Test func machinesOverSSHPublishThePresentationOfALocalRun() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            for folder in ["local", "parallel"] {
                _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", "2s").succeeded()
            }
            _ = try await scratch.sluice("job", "run", "local", limit: 120).succeeded()
            let server = try await SSHServer.start(in: scratch)
            let options = ["--sshlogin=1/127.0.0.1,1/:", "--ssh=\(server.command)"].map { "--engine-option=\($0)" }
            let run = try await scratch.command(
                ["job", "run", "parallel", "--engine", "parallel"] + options, limit: 120
            ).run().succeeded()
            #expect(run.output.contains("published"), "\(run)")
            let difference = try await scratch.run("diff", ["-r", "-x", ".job", "local", "parallel"])
            #expect(difference.code == 0, "\(difference)")
            let log = try String(contentsOf: scratch.file("parallel/.job/engine/joblog"), encoding: .utf8)
            let hosts = log.split(separator: "\n").dropFirst().compactMap {
                $0.split(separator: "\t").dropFirst().first
            }
            #expect(hosts.count == 4 && Set(hosts) == ["127.0.0.1", ":"], "both machines have processed tasks: \(log)")
        }
    }

    @Test func failuresOfTasksAreReportedWithTheirLogs() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            let text = try String(contentsOfFile: pipeline, encoding: .utf8)
            let path = try #require(text.firstMatch(of: /path: (\S+\.mp4)/)).1
            _ = try await scratch.run("cp", [String(path), "movie.mp4"]).succeeded()
            let own = try scratch.write("own.yaml", text.replacingOccurrences(of: path, with: "movie.mp4"))
            _ = try await scratch.sluice("job", "plan", own.path, "out", "--chunk", "2s").succeeded()
            let handle = try FileHandle(forWritingTo: scratch.file("movie.mp4"))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data([0, 0, 0, 8] + Array("free".utf8)))
            try handle.close()
            let run = try await scratch.sluice("job", "run", "out", "--engine", "parallel", limit: 120)
            #expect(run.code == 1 && run.errors.contains("has changed since the job was planned"), "\(run)")
            #expect(run.errors.contains("repeat it with: sluice job work"), "\(run)")
            let status = try await scratch.sluice("job", "status", "out").succeeded()
            #expect(status.output.contains("has failed; the end of its log:\n    sluice: error: "), "\(status)")
            let schema = try await scratch.sluice("schema", "--of", "job-status").succeeded()
            let document = try await scratch.sluice("job", "status", "out", "--json").succeeded()
            _ = try scratch.write("schema.json", schema.output)
            _ = try scratch.write("status.json", document.output)
            let script = Sluice.script("check-schema.py").path
            let check = try await scratch.run("/usr/bin/python3", [script, "schema.json", "status.json"])
            #expect(check.code == 0, "\(check)")
        }
    }
}
