import Synchronization

/// Collects the messages of libav's decoders about damaged data that they conceal.
///
/// The messages go to the log of the process and do not identify the decoder, so tracks are decoded one after another.
final class DecoderMessages: Sendable {
    static let shared = DecoderMessages()

    private let heard = Mutex<String?>(nil)
    private let turn = TaskLock()

    private init() {
        DecoderLog.shared.listen { [weak self] message in self?.hear(message) }
    }

    /// Runs `work` and returns the first message logged meanwhile; nil if there is none. Waits until other callers have
    /// finished.
    func first(during work: () async -> Void) async -> String? {
        await turn.take()
        heard.withLock { $0 = nil }
        await work()
        let said = heard.withLock { $0 }
        await turn.give()
        return said
    }

    private func hear(_ message: String) { heard.withLock { $0 = $0 ?? message } }
}

/// A lock that suspends its callers and admits them in order of arrival.
private actor TaskLock {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if isTaken { return await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
    }

    func give() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
