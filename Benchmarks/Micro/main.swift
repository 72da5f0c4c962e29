import AllocationCounter
import Media
import PipelineRuntime
import StageKit

/// The cost of one sample.
struct Costs {
    /// Wall-clock time, in nanoseconds.
    var wall: Double
    /// Processor time of all threads, in nanoseconds.
    var processor: Double
    var allocations: Double
}

/// A measurement of one arrangement of stages.
struct Measurement {
    let name: String
    let batchSize: Int
    let stages: [(name: String, stage: any Stage.Type, inputs: [String])]
    var offers = false
    /// The time between two offered samples, in microseconds.
    var pause: UInt32 = 0
    var sources = 1

    /// Returns the cost per sample: the run with the median wall-clock time of five.
    func measure(count: Int) async -> Costs {
        var results: [Costs] = []
        for _ in 0..<5 { results.append(await measureOnce(makeRun(count), count)) }
        return results.sorted { $0.wall < $1.wall }[2]
    }

    private func measureOnce(_ run: PipelineRun, _ count: Int) async -> Costs {
        let before = allocation_count()
        let report = await run.run()
        let allocations = allocation_count() - before
        precondition(report.succeeded, report.description)
        let per = Double(count)
        return Costs(
            wall: report.wallSeconds * 1e9 / per, processor: report.processorSeconds * 1e9 / per,
            allocations: Double(allocations) / per)
    }

    private func makeRun(_ count: Int) -> PipelineRun {
        do {
            return try PipelineRun(plan: plan(count: count / sources))
        } catch {
            fatalError("\(error)")
        }
    }

    private func plan(count: Int) -> PipelinePlan {
        var number: UInt32 = 0
        let planned = stages.map { name, type, inputs in
            let (description, made) = make(type)
            var stage = made
            if case .source(let source) = stage, var source = source as? RepeatingSource {
                number += 1
                source.track.id = Track.ID(rawValue: number)
                (source.count, source.batchSize) = (count, batchSize)
                (source.offers, source.pause) = (offers, pause)
                stage = .source(source)
            }
            return PlannedStage(name: name, description: description, stage: stage, inputs: inputs)
        }
        return PipelinePlan(name: name, stages: planned)
    }
}

/// Creates a stage through the catalogue, as a pipeline file does.
func make(_ type: any Stage.Type) -> (StageDescription, AnyStage) {
    var catalogue = StageCatalogue()
    catalogue.register(RepeatingSource.self)
    catalogue.register(ShiftingTransform.self)
    catalogue.register(CountingTransform.self)
    catalogue.register(MergingTransform.self)
    catalogue.register(DiscardingSink.self)
    var diagnostics: [Diagnostic] = []
    guard let description = catalogue[type.kind], let stage = description.make([], &diagnostics) else {
        fatalError("\(type.kind) cannot be created: \(diagnostics)")
    }
    return (description, stage)
}

func decimal(_ value: Double, _ places: Int) -> String {
    MediaTime(value: Int64(value * 1e6), timescale: 1_000_000).decimal(places: places)
}

let chain: [(name: String, stage: any Stage.Type, inputs: [String])] = [
    ("source", RepeatingSource.self, []), ("first", ShiftingTransform.self, ["source"]),
    ("second", ShiftingTransform.self, ["first"]), ("third", CountingTransform.self, ["second"]),
]
let link: [(name: String, stage: any Stage.Type, inputs: [String])] = [
    ("source", RepeatingSource.self, []), ("sink", DiscardingSink.self, ["source"]),
]
let merge: [(name: String, stage: any Stage.Type, inputs: [String])] = [
    ("left", RepeatingSource.self, []), ("right", RepeatingSource.self, []),
    ("merge", MergingTransform.self, ["left", "right"]),
]
let measurements = [
    Measurement(name: "three fused transforms", batchSize: 64, stages: chain),
    Measurement(name: "three fused transforms", batchSize: 1, stages: chain),
    Measurement(name: "one link", batchSize: 64, stages: link),
    Measurement(name: "one link", batchSize: 1, stages: link),
    Measurement(name: "one link, offered by a thread", batchSize: 1, stages: link, offers: true),
    Measurement(name: "one link, offered 1,000 times a second", batchSize: 1, stages: link, offers: true, pause: 1000),
    Measurement(name: "a merge of two tasks", batchSize: 64, stages: merge, sources: 2),
]

// An argument selects a single measurement by its number, for profiling.
let chosen = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }

print("| path | batch | wall ns/sample | processor ns/sample | allocations/sample |")
print("|---|---:|---:|---:|---:|")
for (index, measurement) in measurements.enumerated() where chosen ?? index == index {
    let count = measurement.pause > 0 ? 2000 : measurement.batchSize == 1 ? 500_000 : 4_000_000
    let result = await measurement.measure(count: count)
    print(
        "| \(measurement.name) | \(measurement.batchSize) | \(decimal(result.wall, 1)) "
            + "| \(decimal(result.processor, 1)) | \(decimal(result.allocations, 4)) |")
}

// The next number selects the measurements of appending.
if chosen ?? measurements.count == measurements.count {
    print("\n| appending to | processor ns/sample | allocations/sample |")
    print("|---|---:|---:|")
    for appending in MovieAppending.all {
        let result = try appending.measure(count: 1_000_000)
        print("| \(appending.name) | \(decimal(result.nanoseconds, 1)) | \(decimal(result.allocations, 4)) |")
    }
    print("\n| appending to | processor ns/sample | allocations/sample | payload shared |")
    print("|---|---:|---:|---:|")
    for appending in SegmentAppending.all {
        let result = try await appending.measure(count: 1_000_000)
        print(
            "| \(appending.name) | \(decimal(result.nanoseconds, 1)) | \(decimal(result.allocations, 4)) "
                + "| \(decimal(result.shared * 100, 2)) % |")
    }
    print("\n| tables of | processor ms | bytes |")
    print("|---|---:|---:|")
    for hours in [1, 2, 8] {
        let result = try MovieAppending.measureTables(hours: hours)
        print("| \(hours) h of video | \(decimal(result.nanoseconds / 1e6, 2)) | \(result.bytes) |")
    }
}
