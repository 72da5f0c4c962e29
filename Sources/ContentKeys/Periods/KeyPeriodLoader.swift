package import ContentProtection
import Dispatch
import HTTPClient
package import Media
import Synchronization

/// Loads the keys of key periods one period ahead, and repeats failed requests.
///
/// Requests run on separate threads, so that a slow key server delays no media.
package final class KeyPeriodLoader: Sendable {
    private typealias Waiter = CheckedContinuation<Result<KeySet, ProtectionError>, Never>

    /// A caller that waits, with the number of failures after which it receives the error.
    private struct Caller {
        let number: Int
        let waiter: Waiter
        let failures: Int
    }

    private struct Entry {
        var keys: KeySet?
        var failures = 0
        var error: ProtectionError?
        var task: Task<Void, Never>?
        /// The callers that wait for the keys.
        var waiters: [Caller] = []
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// When keys were missing for the first time since the last period with keys began.
        var lateSince: MonotonicTime?
        var isStopped = false
        var lastCaller = 0

        /// The latest period before `period` whose keys have arrived.
        func latest(before period: Int) -> (period: Int, keys: KeySet)? {
            let periods = entries.filter { $0.key < period && $0.value.keys != nil }
            guard let latest = periods.max(by: { $0.key < $1.key }), let keys = latest.value.keys else { return nil }
            return (latest.key, keys)
        }
    }

    private let provider: any KeyProvider
    private let settings: KeyLoadSettings
    private let clock: any MediaClock
    private let report: @Sendable (KeyLoadEvent) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sluice.keys", attributes: .concurrent)

    /// Creates a loader. `report` receives changes, on any thread.
    package init(
        _ provider: any KeyProvider, settings: KeyLoadSettings = KeyLoadSettings(), clock: any MediaClock,
        report: @escaping @Sendable (KeyLoadEvent) -> Void = { _ in }
    ) {
        self.provider = provider
        self.settings = settings
        self.clock = clock
        self.report = report
    }

    deinit { stop() }

    /// Whether all periods have the same keys.
    package var isConstant: Bool { provider.isConstant }

    /// Waits for the keys of a period, and begins to load the keys of the next period: for the first period of a run,
    /// and for sources that can wait.
    ///
    /// Throws the last error if all attempts of the retry policy fail, and immediately for an error that another
    /// attempt cannot remedy.
    package func loadedKeys(ofPeriod period: Int) async throws(ProtectionError) -> KeySet {
        let number = state.withLock { state in
            state.lastCaller += 1
            return state.lastCaller
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { add($0, number, period) }
        } onCancel: {
            cancel(number, period)
        }
        if case .success = result { prefetch(after: period) }
        return try result.get()
    }

    /// Returns the keys for media of a period without waiting, and begins to load the keys of the next period.
    ///
    /// While the keys of the period are missing, the keys of the latest earlier period are returned for the time of
    /// ``KeyLoadSettings/continuation``.
    package func keys(ofPeriod period: Int) -> KeyAvailability {
        let now = clock.now
        let availability: KeyAvailability = state.withLock { state in
            if let keys = state.entries[period]?.keys {
                state.lateSince = nil
                state.entries = state.entries.filter { $0.key >= period || $0.value.task != nil }
                return .ready(keys)
            }
            let since = state.lateSince ?? now
            state.lateSince = since
            let reason = state.entries[period]?.error ?? .keyServer("the key server has not responded yet")
            guard let latest = state.latest(before: period), now - since < settings.continuation else {
                return .unavailable(after: now - since, reason)
            }
            return .continued(latest.keys, period: latest.period, after: now - since, reason: reason)
        }
        if case .ready = availability { prefetch(after: period) } else { load(period) }
        return availability
    }

    /// Ends all requests. Callers that wait receive an error.
    package func stop() {
        let entries = state.withLock { state in
            defer { state.entries = [:] }
            state.isStopped = true
            return state.entries
        }
        for entry in entries.values {
            entry.task?.cancel()
            for caller in entry.waiters { caller.waiter.resume(returning: .failure(Self.cancelled)) }
        }
    }
}

extension KeyPeriodLoader {
    private func prefetch(after period: Int) {
        if settings.rotates, !provider.isConstant, period < .max { load(period + 1) }
    }

    private func add(_ waiter: Waiter, _ number: Int, _ period: Int) {
        let known: Result<KeySet, ProtectionError>? = state.withLock { state in
            if state.isStopped || Task.isCancelled { return .failure(Self.cancelled) }
            var entry = state.entries[period] ?? Entry()
            if let keys = entry.keys { return .success(keys) }
            // The next attempt, in case an operator has remedied the cause, is far away.
            if let error = entry.error, !error.isTransient { return .failure(error) }
            let failures = entry.failures + max(1, settings.policy.attempts)
            entry.waiters.append(Caller(number: number, waiter: waiter, failures: failures))
            state.entries[period] = entry
            return nil
        }
        if let known { waiter.resume(returning: known) } else { load(period) }
    }

    private func cancel(_ number: Int, _ period: Int) {
        let caller: Caller? = state.withLock { state in
            guard let index = state.entries[period]?.waiters.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.entries[period]?.waiters.remove(at: index)
        }
        caller?.waiter.resume(returning: .failure(Self.cancelled))
    }

    private static let cancelled = ProtectionError.keyServer("the request for keys was cancelled")

    /// Starts the requests for a period, unless they run or its keys have arrived.
    private func load(_ period: Int) {
        state.withLock { state in
            var entry = state.entries[period] ?? Entry()
            guard !state.isStopped, entry.keys == nil, entry.task == nil else { return }
            // The task does not retain the loader while it sleeps, so that releasing the loader ends it.
            entry.task = clock.start { [weak self, clock, provider, queue] in
                while !Task.isCancelled {
                    let result = await Self.request(provider, period, queue)
                    guard let delay = self?.record(result, period) else { return }
                    try? await clock.sleep(until: clock.now + delay, tolerance: nil)
                }
            }
            state.entries[period] = entry
        }
    }

    private static func request(
        _ provider: any KeyProvider, _ period: Int, _ queue: DispatchQueue
    ) async -> Result<KeySet, ProtectionError> {
        await withCheckedContinuation { continuation in
            queue.async {
                do throws(ProtectionError) {
                    continuation.resume(returning: .success(try provider.keys(ofPeriod: period)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    /// Stores the result of a request; returns the delay before the next one, or nil if none is needed.
    private func record(_ result: Result<KeySet, ProtectionError>, _ period: Int) -> Duration? {
        var events: [KeyLoadEvent] = []
        var resumed: [Waiter] = []
        var outcome = result
        let delay: Duration? = state.withLock { state in
            guard !state.isStopped, var entry = state.entries[period] else { return nil }
            defer { state.entries[period] = entry }
            let former = state.latest(before: period)?.keys
            if case .success(let keys) = result, let id = former?.contradiction(with: keys) {
                outcome = .failure(.keyFile("the KID \(id) has another key in period \(period) than before"))
            }
            switch outcome {
            case .success(let keys):
                (entry.keys, entry.error, entry.task) = (keys, nil, nil)
                resumed = entry.waiters.map(\.waiter)
                entry.waiters = []
                events.append(.loaded(period: period, failures: entry.failures))
                if former.map({ Set($0.keys.map(\.id)) == Set(keys.keys.map(\.id)) }) == true {
                    events.append(.repeated(period: period))
                }
                return nil
            case .failure(let error):
                entry.failures += 1
                entry.error = error
                resumed = entry.waiters.filter { !error.isTransient || $0.failures <= entry.failures }.map(\.waiter)
                entry.waiters.removeAll { !error.isTransient || $0.failures <= entry.failures }
                // Also for errors that are not transient: an operator may repair the server or add the file.
                let seconds =
                    error.isTransient
                    ? settings.policy.delay(
                        after: entry.failures, random: settings.random(), retryAfter: error.retryAfter)
                    : settings.policy.maximumDelay
                let delay = Duration.seconds(seconds)
                events.append(.failed(period: period, failures: entry.failures, error, retryAfter: delay))
                return delay
            }
        }
        events.forEach(report)
        for waiter in resumed { waiter.resume(returning: outcome) }
        return delay
    }
}

extension KeySet {
    /// Returns a KID that has another key in `other`; nil if there is none.
    fileprivate func contradiction(with other: KeySet) -> KeyIdentifier? {
        keys.first { key in other.keys.contains { $0.id == key.id && !$0.hasSameBytes(as: key) } }?.id
    }
}
