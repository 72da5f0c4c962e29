import CCurl
import CCurlLibraries
import Dispatch
import Synchronization

/// Runs all transfers of a session on one thread with libcurl's multi interface.
///
/// The thread exists only while there are transfers. Bytes are copied from the kernel to a sink through one buffer, and
/// connections are reused.
package final class FetchEngine: Sendable {
    package typealias Finished = @Sendable (Result<FetchOutcome, TransferError>) -> Void

    private enum Command: Sendable {
        case start(UInt64, FetchStart)
        case cancel(UInt64)
        case resume(UInt64)
    }

    private struct State {
        var commands: [Command] = []
        var isRunning = false
        var next: UInt64 = 0
    }

    /// State that only the transfer thread accesses.
    private final class Loop {
        var transfers: [UInt64: CurlTransfer] = [:]
        var numbers: [UnsafeMutableRawPointer: UInt64] = [:]
        /// Not started because of the connection limit, so that waiting does not count towards timeouts.
        var queued = QueuedTransfers()
    }

    // Safe because libcurl permits curl_multi_wakeup from any thread, and only the transfer thread calls other
    // functions.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    // Safe because it is used on the queue only, by one run at a time.
    private nonisolated(unsafe) let loop = Loop()
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sluice.fetch")
    private let connections: Int
    private static let isReady: Bool = sluice_curl_initialize() == CURLE_OK

    /// Creates an engine with limits for the connections to one host and in total.
    package init(connectionsPerHost: Int, connections: Int) {
        guard Self.isReady, let multi = curl_multi_init() else { preconditionFailure("libcurl cannot be initialized") }
        self.multi = multi
        self.connections = connections
        sluice_curl_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        sluice_curl_set_multi_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        sluice_curl_set_multi_number(multi, CURLMOPT_MAXCONNECTS, connections)
    }

    // No run is active, since a run retains the engine.
    deinit { curl_multi_cleanup(multi) }

    /// Starts a request; `finished` is called once, on the transfer thread. Returns the number for cancelling it.
    package func start(_ request: FetchRequest, into sink: any FetchSink, _ finished: @escaping Finished) -> UInt64 {
        let number = state.withLock { state in
            state.next += 1
            state.commands.append(.start(state.next, FetchStart(request: request, sink: sink, finished: finished)))
            return state.next
        }
        wake()
        return number
    }

    /// Cancels a request that has not finished.
    package func cancel(_ number: UInt64) {
        state.withLock { $0.commands.append(.cancel(number)) }
        wake()
    }

    /// Continues reading a request body after it had no bytes available.
    package func resume(_ number: UInt64) {
        state.withLock { $0.commands.append(.resume(number)) }
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

// Methods that run on the queue.
extension FetchEngine {
    private func run() {
        while executeCommands() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finishCompleted()
            startQueued()
            if loop.transfers.isEmpty { continue }
            curl_multi_poll(multi, nil, 0, 1000, nil)
        }
    }

    /// Executes pending commands; returns false if no work is left.
    private func executeCommands() -> Bool {
        let commands = state.withLock { state in
            if state.commands.isEmpty, loop.transfers.isEmpty { state.isRunning = false }
            defer { state.commands.removeAll(keepingCapacity: true) }
            return state.isRunning ? state.commands : nil
        }
        guard let commands else { return false }
        for command in commands {
            switch command {
            case .start(let number, let start): loop.queued.append(number, start)
            case .cancel(let number):
                loop.queued.remove(number)?.cancel()
                remove(number)?.cancel()
            case .resume(let number): loop.transfers[number]?.resume()
            }
        }
        startQueued()
        return true
    }

    private func startQueued() {
        while loop.transfers.count < connections, let (number, start) = loop.queued.popFirst() {
            guard let transfer = CurlTransfer(start) else {
                start.finished(.failure(TransferError(.disk, "out of memory for another request")))
                continue
            }
            loop.transfers[number] = transfer
            loop.numbers[transfer.handle] = number
            curl_multi_add_handle(multi, transfer.handle)
        }
    }

    private func finishCompleted() {
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
    /// Fetches a resource into a sink; cancelling the task cancels the request.
    package func fetch(_ request: FetchRequest, into sink: any FetchSink) async throws(TransferError)
        -> FetchOutcome
    {
        try request.rules.validate(request.url)
        let number = Mutex<UInt64?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = start(request, into: sink) { continuation.resume(returning: $0) }
                number.withLock { $0 = started }
                // The task was cancelled before the number was set.
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
