import Media
import StageKit
import StageTesting

@testable import GStreamerStages

/// A faulty device as a capture input that can be reopened.
struct FaultyInput: CaptureInput {
    var source: FaultInjectingSource
    /// The virtual clock for the capture; nil for real time.
    var time: VirtualClock?
    /// An additional medium that is captured without faults.
    var other: FaultInjectingSource.Medium?
    var isEndless = false
    /// The damage that the input reports from its start.
    var damage = DamageFigures()
    /// The number of openings that fail with what the device delivers.
    var unusableOpenings = 0
    private let openings = Counter()
    var subject: String { "the faulty \(source.options.medium.rawValue) device" }

    init(source: FaultInjectingSource, time: VirtualClock? = nil, other: FaultInjectingSource.Medium? = nil) {
        (self.source, self.time, self.other) = (source, time, other)
    }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        guard openings.next() >= unusableOpenings else {
            throw StageError(.badTimestamps, "a frame has no presentation time")
        }
        tracks.measureDamage { [damage] in [damage] }
        // This task only waits for its captures, so the last capture to end takes over its place in the task count.
        let (captureCount, ended) = (other == nil ? 1 : 2, Counter())
        time?.addTasks(captureCount - 1)
        @Sendable func end() {
            if ended.next() < captureCount - 1 { time?.addTasks(-1) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { end() }
                try await capture(source, "faulty", to: output, tracks, context)
            }
            if let other {
                var options = source.options
                (options.medium, options.faults) = (other, [])
                let sound = try FaultInjectingSource(options: options)
                group.addTask {
                    defer { end() }
                    try await capture(sound, "sound", to: output, tracks, context)
                }
            }
            try await group.waitForAll()
        }
    }

    private func capture(
        _ source: FaultInjectingSource, _ slot: String, to output: any Outlet<Frame>, _ tracks: CaptureTracks,
        _ context: StageContext
    ) async throws {
        try await source.deliver(to: output, track: tracks.slot(slot).id, context: context)
    }
}

/// A supervised faulty device as a stage.
struct SupervisedFaults: Source {
    struct Options: StageOptions {
        var device = FaultInjectingSource.Options()
        var loss = LossOptions()
        init() {}
        static var fields: [OptionField<Options>] { [] }
    }

    static let kind = "test.supervised"
    static let abstract = "Captures from a faulty device and supervises it."
    let options: Options
    init(options: Options) { self.options = options }

    func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let source = try FaultInjectingSource(options: options.device)
        try await SupervisedInput(
            FaultyInput(source: source), options.loss, context: context,
            fill: try await options.loss.makeSubstitute(context)
        ).run(to: output, tracks: CaptureTracks(context), context: context)
    }
}
