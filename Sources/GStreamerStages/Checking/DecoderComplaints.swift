import Synchronization

/// What libav's decoders say of damaged data that they make something of all the same.
///
/// They say it to the log of the process and not of whom, so tracks are decoded one after another.
final class DecoderComplaints: Sendable {
    static let shared = DecoderComplaints()

    private let heard = Mutex<String?>(nil)
    private let turn = Turn()

    private init() {
        DecoderLog.shared.listen { [weak self] message in self?.hear(message) }
    }

    /// What is said first while `work` is done; waits for others who listen.
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

/// Lets in one at a time, in the order of coming.
private actor Turn {
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
