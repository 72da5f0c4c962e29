import Operations
import PipelineRuntime
import Testing

struct DataPathMonitorTests {
    private typealias Activity = DataPathMonitor.Activity

    @Test func stageThatDoesNotProcessItsQueueIsStalled() {
        var monitor = DataPathMonitor()
        #expect(monitor.stalledStages(["a": Activity(received: 5, sent: 5, queued: 9)]).isEmpty)
        #expect(monitor.stalledStages(["a": Activity(received: 5, sent: 5, queued: 12)]) == ["a"])
        #expect(monitor.stalledStages(["a": Activity(received: 6, sent: 5, queued: 11)]).isEmpty)
    }

    @Test func idleStageIsNotStalled() {
        var monitor = DataPathMonitor()
        for _ in 0..<3 { #expect(monitor.stalledStages(["a": Activity(received: 5, sent: 5, queued: 0)]).isEmpty) }
        // The first message may have arrived at this moment.
        #expect(monitor.stalledStages(["a": Activity(received: 5, sent: 5, queued: 1)]).isEmpty)
    }

    @Test func onlySourceWithoutReportedLossHangs() {
        typealias Source = DataPathMonitor.SourceActivity
        func hangs(_ source: Source, isBlocked: Bool = false) -> Bool {
            DataPathMonitor.hangingSources(["camera": source], isBlocked: isBlocked) == ["camera"]
        }
        let silent = Source(state: .stalled, isLive: true, hasMedia: true, silence: 80)
        #expect(hangs(silent) && hangs(silent, isBlocked: true))
        // Reports its loss, has ended, waits for its first sender, is only late, or has only text.
        for state in [RunStatus.SourceState.lost, .retrying, .ended] {
            #expect(!hangs(Source(state: state, isLive: true, hasMedia: true, silence: 80)))
        }
        #expect(!hangs(Source(state: .running, isLive: true, hasMedia: true, silence: nil)))
        #expect(!hangs(Source(state: .stalled, isLive: true, hasMedia: true, silence: 61)))
        #expect(!hangs(Source(state: .running, isLive: false, hasMedia: false, silence: 80)))
        // A file is not read while its stages are behind.
        let file = Source(state: .running, isLive: false, hasMedia: true, silence: 80)
        #expect(hangs(file) && !hangs(file, isBlocked: true))
    }

    @Test func watchdogIntervalIsHalfOfTheLimit() {
        let limit = ["WATCHDOG_USEC": "20000000"]
        #expect(WatchdogInterval.interval(processID: 7, environment: limit) == .seconds(10))
        let own = limit.merging(["WATCHDOG_PID": "7"]) { $1 }
        #expect(WatchdogInterval.interval(processID: 7, environment: own) == .seconds(10))
        #expect(WatchdogInterval.interval(processID: 8, environment: own) == nil)
        for text in ["", "0", "-5", "soon"] {
            #expect(WatchdogInterval.interval(processID: 7, environment: ["WATCHDOG_USEC": text]) == nil)
        }
    }
}
