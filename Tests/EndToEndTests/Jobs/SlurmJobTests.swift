import Foundation
import Testing

/// Jobs on a cluster with real daemons.
@Suite(.enabled(if: SlurmCluster.absence == nil, "\(SlurmCluster.absence ?? "")"))
struct SlurmJobTests {
    @Test func clusterPublishesThePresentationOfALocalRun() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            for folder in ["local", "cluster"] {
                _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", "2s").succeeded()
            }
            _ = try await scratch.sluice("job", "run", "local", limit: 120).succeeded()
            let cluster = try await SlurmCluster.start(nodes: 2, in: scratch)
            defer { cluster.stop() }
            func sluice(_ arguments: String...) async throws -> Outcome {
                var command = scratch.command(arguments, limit: 60)
                command.environment = cluster.environment
                return try await command.run()
            }
            let submission = try await sluice("job", "run", "cluster", "--engine", "slurm").succeeded()
            #expect(submission.output.contains("submitted 4 tasks"), "\(submission)")
            var status = try await sluice("job", "status", "cluster").succeeded()
            for _ in 0..<120 where !status.output.contains("\npublished") {
                try await Task.sleep(for: .milliseconds(500))
                status = try await sluice("job", "status", "cluster").succeeded()
            }
            #expect(status.output.contains("4 of 4 tasks done"), "\(status)")
            let difference = try await scratch.run("diff", ["-r", "-x", ".job", "local", "cluster"])
            #expect(difference.code == 0, "\(difference)\n\(status)")
            let diagnosis = try await sluice("job", "doctor", "cluster", "--engine", "slurm")
            #expect(diagnosis.code == 0 && diagnosis.output.contains("Slurm responds"), "\(diagnosis)")
        }
    }
}
