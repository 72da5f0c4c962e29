/// Waits until `condition` holds; a time limit lets the expectations that follow say what is missing.
func eventually(_ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { await Task.yield() }
}
