import Operations
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
