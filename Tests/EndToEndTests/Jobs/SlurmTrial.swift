import Foundation
import Testing

/// Jobs of one pipeline on a cluster, compared with a job on this machine.
struct SlurmTrial {
    let scratch: Scratch
    let cluster: SlurmCluster
    let pipeline: String
    /// The folders of jobs, which are planned equally.
    static let folders = ["local", "damaged", "mixed", "full", "cancelled"]

    /// Plans the jobs, and publishes that of the folder `local`.
    ///
    /// The fourth node has another version of x264, and its disk is full for the job in `full`.
    init(in scratch: Scratch) async throws {
        self.scratch = scratch
        pipeline = try await JobPipelineFile.write(
            in: scratch, seconds: 12, preset: "slow", size: "640x360")
        for folder in Self.folders {
            _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", "4s").succeeded()
        }
        _ = try await scratch.sluice("job", "run", "local", limit: 120).succeeded()
        let attempts = scratch.file("full/.job/attempts")
        try FileManager.default.createDirectory(at: attempts, withIntermediateDirectories: true)
        let others = scratch.file("other-library").path
        // The dynamic linker uses the preloaded library for all programs that require x264.
        let preparation = """
            mount -t tmpfs -o size=1m tmpfs \(attempts.path)
            mkdir \(others); cp -a /etc \(others)/etc
            cp $(ldconfig -p | sed -n "s/.* => \\(.*libx264.so.[0-9]*\\)$/\\1/p" | head -n 1) \(others)/libx264.so.999
            echo \(others)/libx264.so.999 >\(others)/etc/ld.so.preload; mount --bind \(others)/etc /etc
            """
        cluster = try await SlurmCluster.start(nodes: 4, preparations: [4: preparation], in: scratch)
    }

    /// Runs a command of `sluice job` where the programs of Slurm reach the controller.
    func job(_ arguments: String...) async throws -> Outcome {
        let words = ([Sluice.tool.path, "job"] + arguments).joined(separator: " ")
        return try await cluster.run("cd \(scratch.folder.path); exec \(words)")
    }

    /// Waits for an attempt on a node. Returns the name of its task, and its process in the cluster.
    func attempt(on node: Int, in folder: String) async throws -> (task: String, process: Int) {
        var attempt: (task: String, process: Int)?
        _ = try await eventually(within: 60) {
            let attempts = scratch.file("\(folder)/.job/attempts").path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: attempts)) ?? []
            let parts = names.first { $0.contains("-n\(node)-") }?.split(separator: "-") ?? []
            if parts.count == 3, let process = Int(parts[2]) { attempt = (String(parts[0]), process) }
            return attempt != nil
        }
        guard let attempt else { throw Unable("no attempt on node \(node): \(cluster.logs)") }
        return attempt
    }

    func hasReport(_ task: String, in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: scratch.file("\(folder)/.job/tasks/\(task)/report.json").path)
    }

    /// Waits until the presentation of a job is published, and expects that of the local job.
    func expectPublished(_ folder: String) async throws {
        let isPublished = try await eventually(within: 90) {
            try await Task.sleep(for: .milliseconds(300))
            return FileManager.default.fileExists(atPath: scratch.file("\(folder)/.job/stitched.json").path)
        }
        let status = try await job("status", folder)
        #expect(isPublished && status.output.contains("4 of 4 tasks done"), "\(status)\n\(cluster.logs)")
        let difference = try await scratch.run("diff", ["-r", "-x", ".job", "local", folder])
        #expect(difference.code == 0, "\(difference)\n\(status)")
        let attempts = scratch.file("\(folder)/.job/attempts").path
        // A worker that was cut off removes its files when it ends.
        let isEmpty = try await eventually(within: 30) {
            ((try? FileManager.default.contentsOfDirectory(atPath: attempts)) ?? []).isEmpty
        }
        #expect(isEmpty, "attempts that were killed are removed")
    }

    /// The text of the log of a job's stitching.
    func stitchLog(_ folder: String) -> String {
        (try? String(contentsOf: scratch.file("\(folder)/.job/logs/stitch.log"), encoding: .utf8)) ?? ""
    }
}
