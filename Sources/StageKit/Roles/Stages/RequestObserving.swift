/// A processor that observes the requests of the stages below, including requests that precede its own start.
package protocol RequestObserving: Processor {
    /// Observes a request before the stages above receive it. Called on any thread.
    func observe(_ request: UpstreamRequest)
}
