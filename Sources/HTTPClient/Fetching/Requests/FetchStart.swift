/// A request that was passed to a ``FetchEngine``.
struct FetchStart: Sendable {
    let request: FetchRequest
    let sink: any FetchSink
    let finished: FetchEngine.Finished

    func cancel() { finished(.failure(TransferError(.cancelled, "'\(request.url)' was cancelled"))) }
}
