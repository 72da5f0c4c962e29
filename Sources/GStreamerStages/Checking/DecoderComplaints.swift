import CGStreamer
import Glibc
import Synchronization

/// What libav's decoders say of damaged data that they make something of all the same.
///
/// They say it to the log of the process and not of whom, so tracks are decoded one after another.
final class DecoderComplaints: Sendable {
    static let shared = DecoderComplaints()

    /// Of things that do no harm to pictures and sound: marks of references that are gone already, messages beside the
    /// pictures, buffers that are refused because decoding ends.
    private static let harmless = ["mmco:", "SEI type", "get_buffer", "thread_get_buffer"]

    private let heard = Mutex<String?>(nil)
    private let turn = Turn()

    private init() {
        try? GStreamerLibrary.start()
        // Who asked for GStreamer's log sees these lines in it, too.
        if getenv("GST_DEBUG") == nil { gst_debug_remove_log_function(gst_debug_log_default) }
        gst_debug_set_threshold_for_name("libav", GST_LEVEL_INFO)
        gst_debug_add_log_function(hearDecoder, nil, nil)
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

    fileprivate func hear(_ message: String, isError: Bool) {
        // That damage is concealed is no error to them.
        guard isError || message.hasPrefix("concealing"), !Self.harmless.contains(where: message.hasPrefix) else {
            return
        }
        heard.withLock { $0 = $0 ?? message }
    }
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

/// GStreamer calls it from any thread.
private nonisolated func hearDecoder(
    _ category: UnsafeMutablePointer<GstDebugCategory>?, _ level: GstDebugLevel, _ file: UnsafePointer<CChar>?,
    _ function: UnsafePointer<CChar>?, _ line: CInt, _ object: UnsafeMutablePointer<GObject>?,
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) {
    guard let category, let message, let name = gst_debug_category_get_name(category), strcmp(name, "libav") == 0,
        let text = gst_debug_message_get(message)
    else { return }
    DecoderComplaints.shared.hear(String(cString: text), isError: level.rawValue <= GST_LEVEL_ERROR.rawValue)
}
