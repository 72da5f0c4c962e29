import EncodingJobs
import Media
import Testing

/// Simulated clusters.
@Suite struct JobSimulationTests {
    /// Two hours of media that are encoded in real time, and a minute of work for the audio.
    private let movie = ChunkMeasurement(
        rates: [0.9, 1, 1.1], wholeSeconds: [60], overheadSeconds: 0.3, mediaSeconds: 7200, segmentSeconds: 6)

    @Test func equalSeedsHaveEqualResults() {
        let one = JobSimulation(movie, segmentsPerChunk: 10, nodes: 200, seed: 7)
        #expect(one == JobSimulation(movie, segmentsPerChunk: 10, nodes: 200, seed: 7))
        #expect(one != JobSimulation(movie, segmentsPerChunk: 10, nodes: 200, seed: 8))
    }

    @Test func oneNodeTakesTheSumOfAllTasks() throws {
        var exact = movie
        exact.rates = [1]
        let row = try #require(JobSimulation(exact, segmentsPerChunk: 10, nodes: 1).scaling.first)
        #expect(row.nodes == 1 && row.tasks == 121)
        // 7260 s of work, overhead, and failures, each of which costs a part of a task and the repair.
        #expect(row.makespan >= 7260 + 121 * 0.3 && row.makespan < 7260 + 121 * 0.3 + row.failures * 760 + 1)
    }

    @Test func noClusterIsFasterThanItsBound() {
        let simulation = JobSimulation(movie, segmentsPerChunk: 10, nodes: 200)
        for row in simulation.scaling + simulation.lengths {
            #expect(row.efficiency <= 1 && row.efficiency > 0, "\(row)")
            #expect(row.longestMakespan >= row.makespan - 1e-6)
        }
        #expect(simulation.scaling.map(\.nodes) == JobSimulation.nodeCounts)
    }

    @Test func chunksOfTheSelectedLengthReachTheGoal() throws {
        let simulation = JobSimulation(movie, segmentsPerChunk: 10, nodes: 20)
        let best = try #require(simulation.lengths.first { $0.chunkSeconds == simulation.bestChunkSeconds })
        #expect(best.efficiency >= JobSimulation.goal, "\(best)")
        // Chunks of 300 s on 20 nodes leave nodes idle at the end.
        let long = try #require(simulation.lengths.last)
        #expect(long.makespan > best.makespan * 1.1)
    }

    @Test func failuresOfNodesAreRepeated() {
        var unreliable = ClusterModel(nodes: 50, failureInterval: 300)
        let reliable = ClusterModel(nodes: 50, failureInterval: 1e12)
        let tasks = [Double](repeating: 60, count: 200)
        #expect(reliable.makespan(of: tasks, overhead: 0) == 240)
        #expect(unreliable.makespan(of: tasks, overhead: 0) > 240)
        unreliable.recoverySeconds = 1000
        #expect(unreliable.makespan(of: tasks, overhead: 0) > 1000)
    }
}
