import EncodingJobs
import Foundation
import StageKit

/// Shows the expected times of a job on clusters of different sizes.
struct JobScaling {
    /// The number of chunks that are processed if the job has no results; they are part of the job.
    private static let sampleCount = 3
    /// The seconds that a task takes in addition to its work: the start of the process and of the engine's task.
    private static let overheadSeconds = 0.5
    private let job: OpenedJob
    private let nodes: Int

    init(_ job: OpenedJob, nodes: Int) throws(UsageError) {
        guard (1...100_000).contains(nodes) else { throw UsageError("--simulate must be from 1 to 100000") }
        (self.job, self.nodes) = (job, nodes)
    }

    func run(asJSON: Bool) async throws -> ExitCode {
        let tasks = try unmeasuredTasks()
        let engine = LocalEngine(job.folder, tool: OpenedJob.toolPath, workers: 1)
        try await engine.run(tasks) { task, _ in Console.error("measured \(task.text)\n") }
        Console.write(try result(asJSON: asJSON))
        return .done
    }

    /// The tasks for whole tracks, and chunks from the start, the middle and the end, without reports.
    private func unmeasuredTasks() throws -> [JobTask] {
        let chunks = job.plan.tasks.filter { $0.kind == .chunk }
        let isMeasured = try chunks.contains { try job.folder.report(of: $0) != nil }
        let places =
            isMeasured ? [] : Set([0, chunks.count / 2, chunks.count - 2].filter { chunks.indices.contains($0) })
        let samples = places.sorted().prefix(Self.sampleCount).map { chunks[$0] }
        return try (job.plan.tasks.filter { $0.kind == .whole } + samples).filter {
            try job.folder.report(of: $0) == nil
        }
    }

    private func result(asJSON: Bool) throws -> String {
        let reports = try job.plan.tasks.compactMap { try job.folder.report(of: $0) }
        guard let measurement = ChunkMeasurement(job.plan, reports, overheadSeconds: Self.overheadSeconds) else {
            throw JobError("no chunk has been processed, so there is nothing to simulate; the pipeline has no chunks")
        }
        let simulation = JobSimulation(measurement, segmentsPerChunk: job.plan.segmentsPerChunk, nodes: nodes)
        return asJSON ? JSONText.text(JobSimulationDocument(simulation: simulation)) : text(simulation, reports.count)
    }

    private func text(_ simulation: JobSimulation, _ count: Int) -> String {
        let measured = simulation.measurement
        let mean = measured.rates.reduce(0, +) / Double(measured.rates.count)
        var lines = [
            "measured \(count) of \(job.plan.tasks.count) tasks: \(Self.decimal(mean, 3)) s of work for each second of media "
                + "(\(Self.decimal(measured.rates.min() ?? 0, 3)) to \(Self.decimal(measured.rates.max() ?? 0, 3)))",
            "machines like this one, one task at a time, \(Self.decimal(measured.overheadSeconds, 1)) s of overhead for each task, "
                + "a failure of each machine every 100 h",
            "", "chunks of this plan:", Self.header,
        ]
        lines += simulation.scaling.map(Self.row)
        lines += ["", "chunks of other lengths on \(nodes) machines:", Self.header]
        lines += simulation.lengths.map(Self.row)
        lines += ["", "fastest with the longest chunks: --chunk \(Self.decimal(simulation.bestChunkSeconds, 1))s"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let header = cells(
        ["machines", "chunk s", "tasks", "time s", "longest s", "speed-up", "bound", "efficiency", "failures"])

    private static func row(_ row: JobSimulation.Row) -> String {
        cells([
            "\(row.nodes)", decimal(row.chunkSeconds, 1), "\(row.tasks)", decimal(row.makespan, 1),
            decimal(row.longestMakespan, 1), decimal(row.speedUp, 1), decimal(row.bound, 1),
            decimal(row.efficiency, 2), decimal(row.failures, 2),
        ])
    }

    private static func cells(_ texts: [String]) -> String {
        texts.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined(separator: " ")
    }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", value)
    }
}
