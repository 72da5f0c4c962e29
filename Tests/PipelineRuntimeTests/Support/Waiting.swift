/// Waits until `condition` holds, for at most 20 s; a failure then shows in the expectations that follow.
func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { await Task.yield() }
}
