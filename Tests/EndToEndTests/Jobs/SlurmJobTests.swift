import Foundation
import Testing

/// Jobs on a cluster with real daemons, whose machines fail.
@Suite(.enabled("a cluster with namespaces can run here") { await SlurmCluster.absence == nil })
struct SlurmJobTests {
    @Test func faultsOfMachinesLeaveThePresentationOfALocalRun() async throws {
        try await Scratch.use { scratch in
            let trial = try await SlurmTrial(in: scratch)
            let diagnosis = try await trial.job("doctor", "damaged", "--engine", "slurm")
            #expect(diagnosis.code == 0 && diagnosis.output.contains("Slurm responds"), "\(diagnosis)")
            try await expectRecovery(trial)
            try await expectRefusalOfOtherSoftware(trial)
            try await expectRepair(trial)
            try await expectNodesWithFullDisksToBeAvoided(trial)
            try await expectCancellation(trial)
            try await expectAnalysesBeforeChunks(trial)
        }
    }

    /// A node dies, one is cut off, and the controller crashes: the third node processes their tasks.
    private func expectRecovery(_ trial: SlurmTrial) async throws {
        _ = try await trial.cluster.run("scontrol update nodename=n4 state=drain reason=test").succeeded()
        let submission = try await trial.job("run", "damaged", "--engine", "slurm").succeeded()
        #expect(submission.output.contains("submitted 4 tasks"), "\(submission)")
        let early = try await trial.job("stitch", "damaged")
        #expect(early.code == 75 && early.errors.contains("are not done"), "\(early)")
        let second = try await trial.attempt(on: 2, in: "damaged")
        _ = try await trial.cluster.run("kill -STOP \(second.process)").succeeded()
        let first = try await trial.attempt(on: 1, in: "damaged")
        _ = try await trial.cluster.run("kill -STOP \(first.process)").succeeded()
        // A controller that crashes forgets the last seconds: submitted jobs, which 'job resume' submits again, and the ends
        // of tasks, whose nodes it then considers busy for minutes.
        let others = ["0000", "0001", "0002", "0003"].filter { ![first.task, second.task].contains($0) }
        for task in others {
            let isDone = try await eventually(within: 60) { trial.hasReport(task, in: "damaged") }
            #expect(isDone, "task \(task): \(trial.cluster.logs)")
        }
        try await trial.cluster.waitForState()
        let failed = ContinuousClock.now
        try await trial.cluster.kill(node: 1)
        try await trial.cluster.connect(node: 2, false)
        try await trial.cluster.killController()
        try await trial.cluster.startController()
        for task in [first.task, second.task] {
            let isRepeated = try await eventually(within: 60) { trial.hasReport(task, in: "damaged") }
            #expect(isRepeated, "task \(task) is repeated on another node: \(trial.cluster.logs)")
        }
        let recovery = (ContinuousClock.now - failed).inSeconds
        #expect(recovery < 60, "40 s, and the chunks of the only node that remains")
        // The cut-off worker continues, and cannot publish a second result.
        _ = try await trial.cluster.run("kill -CONT \(second.process)").succeeded()
        try await trial.expectPublished("damaged")
        try await trial.cluster.connect(node: 2, true)
        _ = try await trial.cluster.run("scontrol update nodename=n4 state=resume").succeeded()
    }

    /// The fourth node has another x264: its task is refused by name, and repeated without that node.
    private func expectRefusalOfOtherSoftware(_ trial: SlurmTrial) async throws {
        let hasNodes = try await eventually(within: 30) {
            try await Task.sleep(for: .milliseconds(300))
            return try await trial.cluster.run("sinfo --noheader --states=idle --format=%D").output.hasPrefix("3")
        }
        #expect(hasNodes, "the node returns to service")
        // One chunk on that node, and the others elsewhere: a fast node could otherwise process most of them, or none.
        let work = "cd \(trial.scratch.folder.path); \(Sluice.tool.path) job work mixed --index 1"
        _ = try await trial.cluster.run("sbatch --wait --nodelist=n4 --output=/dev/null --wrap='\(work)'").succeeded()
        _ = try await trial.job("run", "mixed", "--engine", "slurm", "--engine-option=--exclude=n4").succeeded()
        let isRefused = try await eventually(within: 60) {
            try await Task.sleep(for: .milliseconds(300))
            return trial.stitchLog("mixed").contains("have different software")
        }
        let text = trial.stitchLog("mixed")
        #expect(isRefused && text.contains("'n4'") && text.contains("libx264.so.999"), "\(text)")
        _ = try await trial.job("resume", "mixed", "--engine-option=--exclude=n4").succeeded()
        try await trial.expectPublished("mixed")
    }

    /// A damaged segment of the presentation is found, and made again by the cluster.
    private func expectRepair(_ trial: SlurmTrial) async throws {
        let folder = trial.scratch.file("mixed")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let name = names.first { !$0.hasPrefix(".job") && $0.contains("video") && $0.hasSuffix("00005.m4s") }
        let damaged = folder.appending(path: try #require(name))
        var data = try Data(contentsOf: damaged)
        data[data.count / 2] ^= 0xff
        try data.write(to: damaged)
        let stitch = try await trial.job("stitch", "mixed")
        #expect(stitch.code == 1 && stitch.errors.contains("another content"), "\(stitch)")
        let resumption = try await trial.job("resume", "mixed").succeeded()
        #expect(resumption.output.contains("submitted 1 tasks"), "\(resumption)")
        try await trial.expectPublished("mixed")
    }

    /// The fourth node has no space: its task is submitted again, without that node.
    private func expectNodesWithFullDisksToBeAvoided(_ trial: SlurmTrial) async throws {
        _ = try await trial.job("run", "full", "--engine", "slurm").succeeded()
        try await trial.expectPublished("full")
        let nodes = try String(contentsOf: trial.scratch.file("full/.job/engine/failed-nodes"), encoding: .utf8)
        #expect(nodes == "n4\n" && trial.stitchLog("full").contains("submitted 1 tasks"), "\(trial.stitchLog("full"))")
    }

    /// The array job of the chunks starts after that of the analyses, and finds all of them.
    private func expectAnalysesBeforeChunks(_ trial: SlurmTrial) async throws {
        let pipeline = try await JobPipelineFile.write(
            in: trial.scratch, encoding: "passes: 2, encoder: x264", control: "average")
        _ = try await trial.job("plan", pipeline, "passes", "--chunk", "3s").succeeded()
        _ = try await trial.job("run", "passes", "--engine", "slurm", "--engine-option=--exclude=n4").succeeded()
        let record = trial.scratch.file("passes/.job/stitched.json").path
        let isPublished = try await eventually(within: 60) { FileManager.default.fileExists(atPath: record) }
        #expect(isPublished, "\(trial.stitchLog("passes")) \(trial.cluster.logs)")
        let nodes = trial.scratch.file("passes/.job/engine/failed-nodes").path
        #expect(!FileManager.default.fileExists(atPath: nodes), "no chunk was started too early")
    }

    private func expectCancellation(_ trial: SlurmTrial) async throws {
        _ = try await trial.job("run", "cancelled", "--engine", "slurm", "--jobs", "1").succeeded()
        let cancellation = try await trial.job("cancel", "cancelled").succeeded()
        #expect(cancellation.output.contains("cancelled jobs"), "\(cancellation)")
        let isEmpty = try await eventually(within: 30) {
            try await Task.sleep(for: .milliseconds(300))
            return try await trial.cluster.run("squeue --noheader").output.isEmpty
        }
        #expect(isEmpty, "no jobs remain: \(trial.cluster.logs)")
        let status = try await trial.job("status", "cancelled").succeeded()
        #expect(status.output.contains("not published"), "\(status)")
    }
}
