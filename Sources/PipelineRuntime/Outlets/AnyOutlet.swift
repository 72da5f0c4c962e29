/// An outlet with its payload type erased.
protocol AnyOutlet: AnyObject, Sendable {
    var chain: Chain { get }
    /// Feeds the queued messages of other threads into the chain until the queue is closed and empty.
    func pump() async
    /// Rejects further offers and wakes blocked threads; discards queued messages if `discarding` is true.
    func closeOffers(discarding: Bool)
    /// Releases the request handler, which may retain the stage.
    func close()
    var outletStatus: OutletStatus { get }
}
