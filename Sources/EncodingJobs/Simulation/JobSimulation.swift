/// The expected times of a job on clusters of different sizes, from measured times of tasks.
///
/// The tasks of a dead node are repeated. Publishing and the transfer of data are not included.
package struct JobSimulation: Sendable, Hashable, Codable {
    /// The result for one number of nodes and one length of chunks.
    package struct Row: Sendable, Hashable, Codable {
        package var nodes: Int
        package var chunkSeconds: Double
        package var tasks: Int
        /// The mean and the longest time until all tasks are done, in seconds.
        package var makespan: Double
        package var longestMakespan: Double
        /// The work of all tasks divided by the mean time.
        package var speedUp: Double
        /// The highest speed-up that is possible: the number of nodes, or the work divided by the longest task.
        package var bound: Double
        /// The speed-up divided by the bound.
        package var efficiency: Double
        /// The mean number of tasks that a failure of a node interrupts.
        package var failures: Double
    }

    /// The efficiency that a length of chunks should reach.
    package static let goal = 0.9
    package static let nodeCounts = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    /// The lengths of chunks that are compared, in segments.
    private static let lengths = [1, 2, 3, 5, 8, 10, 15, 20, 30, 50]
    private static let runs = 20

    package let measurement: ChunkMeasurement
    package let seed: UInt64
    /// The results with the chunks of the plan, for 1 to 1,000 nodes.
    package let scaling: [Row]
    /// The results of different lengths of chunks, for the requested number of nodes.
    package let lengths: [Row]
    /// The length of chunks with the shortest time, in seconds.
    package let bestChunkSeconds: Double

    package init(_ measurement: ChunkMeasurement, segmentsPerChunk: Int, nodes: Int, seed: UInt64 = 1) {
        (self.measurement, self.seed) = (measurement, seed)
        func row(_ nodes: Int, _ segments: Int) -> Row { Self.row(measurement, nodes, segments, seed) }
        scaling = Set(Self.nodeCounts + [nodes]).sorted().map { row($0, segmentsPerChunk) }
        let longest = measurement.mediaSeconds / measurement.segmentSeconds
        let rows = Set(Self.lengths + [segmentsPerChunk]).sorted()
            .filter { $0 == segmentsPerChunk || Double($0) <= longest }.map { row(nodes, $0) }
        lengths = rows
        // Longer chunks cost fewer bits and less work at their seams, so they are preferred if they are not slower.
        let best = rows.map(\.makespan).min() ?? 0
        bestChunkSeconds = rows.last { $0.makespan <= best * 1.02 }?.chunkSeconds ?? measurement.segmentSeconds
    }

    private static func row(_ measurement: ChunkMeasurement, _ nodes: Int, _ segments: Int, _ seed: UInt64) -> Row {
        // The tasks do not depend on the number of nodes.
        var random = JobRandom(seed: seed)
        let tasks = measurement.tasks(segmentsPerChunk: segments, &random)
        random = JobRandom(seed: seed &+ UInt64(nodes) << 20 &+ UInt64(segments))
        let model = ClusterModel(nodes: nodes)
        let results = (0..<runs).map { _ in model.run(tasks, overhead: measurement.overheadSeconds, &random) }
        let makespan = results.reduce(0) { $0 + $1.makespan } / Double(runs)
        let work = tasks.reduce(0, +)
        let bound = min(Double(nodes), work / max(tasks.max() ?? 0, .leastNormalMagnitude))
        let speedUp = work / max(makespan, .leastNormalMagnitude)
        return Row(
            nodes: nodes, chunkSeconds: Double(segments) * measurement.segmentSeconds, tasks: tasks.count,
            makespan: makespan, longestMakespan: results.map(\.makespan).max() ?? 0, speedUp: speedUp, bound: bound,
            efficiency: speedUp / bound, failures: Double(results.reduce(0) { $0 + $1.failures }) / Double(runs))
    }
}
