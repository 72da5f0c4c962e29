import Media

/// A presentation that is served whether or not its pipeline runs: requests wait for the first playlist.
struct PresentationReservation: Sendable {
    /// The maximum time that a request is held.
    let limit: Duration
    /// Called for each request, on the server's thread.
    let onRequest: @Sendable () -> Void
    /// The time of the last request.
    var lastRequest: MonotonicTime?
}
