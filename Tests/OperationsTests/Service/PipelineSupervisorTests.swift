import Media
import Operations
import StageTesting
import Testing

/// A supervisor with a clock that only the test advances.
private struct Supervised {
    let clock = VirtualClock()
    var supervisor: PipelineSupervisor
    var state: SupervisorState { supervisor.state }

    init(_ configure: (inout PipelineSettings) -> Void = { _ in }) {
        var settings = PipelineSettings()
        configure(&settings)
        supervisor = PipelineSupervisor(settings)
    }

    @discardableResult
    mutating func handle(_ event: SupervisorEvent) -> SupervisorAction? { supervisor.handle(event, at: clock.now) }

    /// Advances the clock to the time at which the supervisor is due; returns the time that has passed.
    mutating func waitUntilDue() -> Duration? {
        guard let due = supervisor.due else { return nil }
        let wait = due - clock.now
        clock.advance(by: wait)
        return wait
    }
}

@Suite struct PipelineSupervisorTests {
    @Test(arguments: [(StartMode.boot, "running"), (.onDemand, "waiting"), (.manual, "stopped")])
    func startModeDecidesAboutTheFirstState(mode: StartMode, state: String) {
        var pipeline = Supervised { $0.start = mode }
        #expect(pipeline.handle(.loaded) == (mode == .boot ? .start : nil))
        #expect(pipeline.state.name == state)
    }

    @Test func failuresRestartWithGrowingDelaysUntilARunIsStable() {
        var pipeline = Supervised()
        #expect(pipeline.handle(.loaded) == .start)
        var delays: [Duration?] = []
        for _ in 0..<8 {
            #expect(pipeline.handle(.ended(hasSucceeded: false)) == nil)
            #expect(pipeline.handle(.tick) == nil, "not before its time")
            delays.append(pipeline.waitUntilDue())
            #expect(pipeline.handle(.tick) == .start)
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(pipeline.supervisor.restarts == 8)
        pipeline.clock.advance(by: .seconds(60))
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.waitUntilDue() == .seconds(1))
    }

    @Test func restartLimitEndsTheRestarts() {
        var pipeline = Supervised { $0.restartLimit = 2 }
        pipeline.handle(.loaded)
        for _ in 0..<2 {
            pipeline.handle(.ended(hasSucceeded: false))
            _ = pipeline.waitUntilDue()
            #expect(pipeline.handle(.tick) == .start)
        }
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.state == .failed && pipeline.supervisor.due == nil)
        // A changed file or an operator starts it again.
        #expect(pipeline.handle(.loaded) == .start)
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.waitUntilDue() == .seconds(1))
    }

    @Test(
        arguments: [
            (RestartMode.never, true, "finished"), (.never, false, "failed"), (.onFailure, true, "finished"),
            (.onFailure, false, "restarting"), (.always, true, "restarting"), (.always, false, "restarting"),
        ])
    func policyDecidesAboutTheStateAfterARun(mode: RestartMode, hasSucceeded: Bool, state: String) {
        var pipeline = Supervised { $0.restart = mode }
        pipeline.handle(.loaded)
        pipeline.handle(.ended(hasSucceeded: hasSucceeded))
        #expect(pipeline.state.name == state)
    }

    @Test func viewerStartsAPipelineAndItStopsWhenIdle() {
        var pipeline = Supervised { $0.start = .onDemand }
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.requested) == .start)
        #expect(pipeline.handle(.requested) == nil)
        #expect(pipeline.handle(.idle) == .stop)
        #expect(pipeline.handle(.requested) == nil, "the run still finishes its output")
        #expect(pipeline.handle(.ended(hasSucceeded: true)) == nil)
        #expect(pipeline.state == .waiting)
        #expect(pipeline.handle(.requested) == .start)
    }

    @Test func idleDoesNotStopAPipelineThatStartsWithTheService() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.idle) == nil && pipeline.state.name == "running")
    }

    @Test func runThatDoesNotStopIsAbortedOnce() {
        var pipeline = Supervised { $0.stopTimeout = .seconds(7) }
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.shutdown) == .stop)
        #expect(pipeline.waitUntilDue() == .seconds(7))
        #expect(pipeline.handle(.tick) == .abort)
        #expect(pipeline.supervisor.due == nil && pipeline.handle(.tick) == nil)
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.state == .stopped)
        #expect(pipeline.handle(.start) == nil, "the service ends")
    }

    @Test func hungRunIsAbortedAndRestarted() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.hung) == .abort)
        #expect(pipeline.handle(.hung) == nil)
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.waitUntilDue() == .seconds(1))
        #expect(pipeline.handle(.tick) == .start)
    }

    @Test func invalidFileLeavesTheRunAndPreventsTheNext() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.rejected) == nil && pipeline.state.name == "running")
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.state == .invalid)
        #expect(pipeline.handle(.start) == nil)
        #expect(pipeline.handle(.loaded) == .start)
    }

    @Test func changedFileReloadsTheRunOrRestartsIt() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.loaded) == .reload)
        #expect(pipeline.handle(.notReloadable) == .stop)
        #expect(pipeline.handle(.ended(hasSucceeded: true)) == .start)
        #expect(pipeline.supervisor.failures == 0)
    }

    @Test func pipelineStoppedByAnOperatorStaysStopped() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.stop) == .stop)
        pipeline.handle(.ended(hasSucceeded: true))
        #expect(pipeline.state == .stopped)
        #expect(pipeline.handle(.loaded) == nil && pipeline.state == .stopped)
        #expect(pipeline.handle(.start) == .start)
    }

    @Test func restartByAnOperatorEndsTheRunAndStartsTheNext() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.restart) == .stop)
        #expect(pipeline.handle(.ended(hasSucceeded: true)) == .start)
        pipeline.handle(.stop)
        pipeline.handle(.ended(hasSucceeded: true))
        #expect(pipeline.handle(.restart) == .start, "a pipeline that was stopped")
        pipeline.handle(.ended(hasSucceeded: false))
        #expect(pipeline.handle(.restart) == .start, "without the delay")
        pipeline.handle(.rejected)
        #expect(pipeline.handle(.restart) == nil && pipeline.state.name == "running", "it could not start again")
    }

    @Test func stopEndsTheBackOff() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        pipeline.handle(.ended(hasSucceeded: false))
        pipeline.handle(.stop)
        #expect(pipeline.state == .stopped && pipeline.supervisor.due == nil)
    }

    @Test func removedFileStopsTheRunAndThenRemovesThePipeline() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        #expect(pipeline.handle(.removed) == .stop)
        #expect(pipeline.handle(.ended(hasSucceeded: true)) == .remove)
        var waiting = Supervised { $0.start = .onDemand }
        waiting.handle(.loaded)
        #expect(waiting.handle(.removed) == .remove && waiting.state == .removed)
    }

    @Test func fileThatReturnsWhileItsRunStopsIsStartedAgain() {
        var pipeline = Supervised()
        pipeline.handle(.loaded)
        pipeline.handle(.removed)
        #expect(pipeline.handle(.loaded) == nil)
        #expect(pipeline.handle(.ended(hasSucceeded: true)) == .start)
    }
}
