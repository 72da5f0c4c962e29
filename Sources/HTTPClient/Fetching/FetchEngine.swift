import CCurl
import CCurlLibraries
import Dispatch
import Synchronization

/// Runs all transfers of a session on one thread, through libcurl's set of transfers.
///
/// The thread is there while there is something to transfer. Bytes go from the kernel to a sink through one buffer, and
/// connections are kept for the next request.
package final class FetchEngine: Sendable {
    package typealias Finished = @Sendable (Result<FetchOutcome, TransferError>) -> Void

    private enum Command: Sendable {
        case start(UInt64, FetchStart)
        case cancel(UInt64)
        case goOn(UInt64)
    }

    private struct State {
        var commands: [Command] = []
        var isRunning = false
        var next: UInt64 = 0
    }

    /// What only the thread of the transfers touches.
    private final class Loop {
        var transfers: [UInt64: CurlTransfer] = [:]
        var numbers: [UnsafeMutableRawPointer: UInt64] = [:]
        /// Not begun, because as many as may be are on their way: what waits here runs into no time limit.
        var waiting = WaitingRequests()
    }

    // Safe because libcurl lets other threads call curl_multi_wakeup only, and nothing else is called from them.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    // Safe because it is used on the queue only, by one run at a time.
    private nonisolated(unsafe) let loop = Loop()
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sluice.fetch")
    private let connections: Int
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// An engine with so many connections at most, to one host and in all.
    package init(connectionsPerHost: Int, connections: Int) {
        guard Self.isReady, let multi = curl_multi_init() else { preconditionFailure("libcurl does not start") }
        self.multi = multi
        self.connections = connections
        sluice_curl_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        sluice_curl_set_multi_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        sluice_curl_set_multi_number(multi, CURLMOPT_MAXCONNECTS, connections)
    }

    // A run holds the engine, so that there is none any more.
    deinit { curl_multi_cleanup(multi) }

    /// Begins a request; `finished` is called once, on the thread of the transfers. Returns the number to cancel it by.
    package func start(_ request: FetchRequest, into sink: any FetchSink, _ finished: @escaping Finished) -> UInt64 {
        let number = state.withLock { state in
            state.next += 1
            state.commands.append(.start(state.next, FetchStart(request: request, sink: sink, finished: finished)))
            return state.next
        }
        wake()
        return number
    }

    /// Ends a request that has not finished.
    package func cancel(_ number: UInt64) {
        state.withLock { $0.commands.append(.cancel(number)) }
        wake()
    }

    /// Reads on in what a request sends, where there was nothing to read for a while.
    package func goOn(_ number: UInt64) {
        state.withLock { $0.commands.append(.goOn(number)) }
        wake()
    }

    private func wake() {
        let begins = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { queue.async { self.run() } } else { curl_multi_wakeup(multi) }
    }
}

// On the queue.
extension FetchEngine {
    private func run() {
        while obey() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finishDone()
            startWaiting()
            if loop.transfers.isEmpty { continue }
            curl_multi_poll(multi, nil, 0, 1000, nil)
        }
    }

    /// Carries out what was asked for; false when nothing is left to do.
    private func obey() -> Bool {
        let commands = state.withLock { state in
            if state.commands.isEmpty, loop.transfers.isEmpty { state.isRunning = false }
            defer { state.commands.removeAll(keepingCapacity: true) }
            return state.isRunning ? state.commands : nil
        }
        guard let commands else { return false }
        for command in commands {
            switch command {
            case .start(let number, let start): loop.waiting.append(number, start)
            case .cancel(let number):
                loop.waiting.remove(number)?.cancel()
                remove(number)?.cancel()
            case .goOn(let number): loop.transfers[number]?.goOn()
            }
        }
        startWaiting()
        return true
    }

    private func startWaiting() {
        while loop.transfers.count < connections, let (number, start) = loop.waiting.popFirst() {
            guard let transfer = CurlTransfer(start) else {
                start.finished(.failure(TransferError(.disk, "there is no memory for another request")))
                continue
            }
            loop.transfers[number] = transfer
            loop.numbers[transfer.handle] = number
            curl_multi_add_handle(multi, transfer.handle)
        }
    }

    private func finishDone() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle,
                let number = loop.numbers[handle]
            else { continue }
            let code = message.data.result
            remove(number)?.finish(code)
        }
    }

    private func remove(_ number: UInt64) -> CurlTransfer? {
        guard let transfer = loop.transfers.removeValue(forKey: number) else { return nil }
        loop.numbers[transfer.handle] = nil
        curl_multi_remove_handle(multi, transfer.handle)
        return transfer
    }
}

extension FetchEngine {
    /// Fetches a resource into a sink; a task that is cancelled gives the request up.
    package func fetch(_ request: FetchRequest, into sink: any FetchSink) async throws(TransferError)
        -> FetchOutcome
    {
        try request.rules.check(request.url)
        let number = Mutex<UInt64?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = start(request, into: sink) { continuation.resume(returning: $0) }
                number.withLock { $0 = started }
                // Cancelled before it had a number.
                if Task.isCancelled { cancel(started) }
            }
        } onCancel: {
            if let started = number.withLock({ $0 }) { cancel(started) }
        }
        return try result.get()
    }

    /// Fetches a small resource into memory.
    package func load(_ request: FetchRequest) async throws(TransferError) -> (
        bytes: [UInt8], outcome: FetchOutcome
    ) {
        let sink = MemorySink()
        let outcome = try await fetch(request, into: sink)
        return (sink.bytes, outcome)
    }
}
