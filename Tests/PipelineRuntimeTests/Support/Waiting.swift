import StageTesting

/// Waits until `condition` holds, for at most 20 s; a failure then shows in the expectations that follow.
func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { await Task.yield() }
}

extension VirtualClock {
    /// Advances by `step` as often as a task sleeps, until `condition` holds: an event may end a sleep just before its
    /// time, and begin another one.
    func advance(by step: Duration, until condition: () -> Bool) async {
        await eventually {
            if condition() { return true }
            if sleeperCount > 0 { advance(by: step) }
            return false
        }
    }
}
