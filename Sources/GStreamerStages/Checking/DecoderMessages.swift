import Synchronization

/// Collects the messages of libav's decoders about damaged data that they conceal.
///
/// The messages go to the log of the process and do not identify the decoder, so tracks are decoded one after another.
final class DecoderMessages: Sendable {
    static let shared = DecoderMessages()

    private let firstMessage = Mutex<String?>(nil)
    private let lock = TaskLock()

    private init() {
        DecoderLog.shared.listen { [weak self] message in self?.record(message) }
    }

    /// Runs `work` and returns the first message logged meanwhile; nil if there is none. Waits until other callers have
    /// finished.
    func first(during work: () async -> Void) async -> String? {
        await lock.lock()
        firstMessage.withLock { $0 = nil }
        await work()
        let said = firstMessage.withLock { $0 }
        await lock.unlock()
        return said
    }

    private func record(_ message: String) { firstMessage.withLock { $0 = $0 ?? message } }
}

/// A lock that suspends its callers and admits them in order of arrival.
private actor TaskLock {
    private var isLocked = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func lock() async {
        if isLocked { return await withCheckedContinuation { waiting.append($0) } }
        isLocked = true
    }

    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
    }
}
