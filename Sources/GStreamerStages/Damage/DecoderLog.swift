import CGStreamer
import Glibc
import Synchronization

/// Collects errors that decoders and demuxers report only in GStreamer's log.
///
/// GStreamer's messages identify their element; libav's messages do not, and are attributed to the element that the
/// current thread feeds, or to the only video decoder of the process, because libav's worker threads decode video only.
final class DecoderLog: Sendable {
    static let shared = DecoderLog()

    /// The starts of libav messages that indicate no damage: references that were removed already, supplemental
    /// messages, and buffers refused because decoding ends.
    private static let ignoredPrefixes = ["mmco:", "SEI type", "get_buffer", "thread_get_buffer"]

    /// An event that an element reports.
    enum Entry: Sendable {
        /// A sample produced no frame, or a demuxer skipped bytes.
        case failed
        /// A sample has an error but may have produced a frame.
        case reportedError
        /// Parts of a frame were concealed.
        case concealed
    }

    /// The categories of messages that identify their element.
    fileprivate static let categories = ["videodecoder", "audiodecoder", "matroskademux", "tsdemux"]
    /// The starts of decoder messages about damage, and of demuxer messages about skipped bytes.
    private static let decoderDamage = ["error: "]
    private static let demuxerDamage = ["parse error", "warning: CONTINUITY"]

    private struct Member {
        var isLibavVideo: Bool
        var receive: @Sendable (Entry) -> Void
    }

    private struct State {
        var members: [UInt: Member] = [:]
        /// The element that each thread feeds.
        var threads: [pthread_t: UInt] = [:]
        var listener: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    private init() {
        try? GStreamerLibrary.start()
        // GStreamer's default output would print the categories enabled here. It stays installed if the user enabled
        // GStreamer's log.
        if !sluice_gst_log_is_enabled() { gst_debug_remove_log_function(gst_debug_log_default) }
        sluice_gst_raise_log("libav", GST_LEVEL_INFO)
        for category in Self.categories { sluice_gst_raise_log(category, GST_LEVEL_WARNING) }
        gst_debug_add_log_function(receiveLogMessage, nil, nil)
    }

    /// Calls `receive` for entries of the element with this identifier, from any thread.
    func add(_ element: UInt, factory: String, isVideo: Bool, _ receive: @escaping @Sendable (Entry) -> Void) {
        let member = Member(isLibavVideo: isVideo && factory.hasPrefix("avdec_"), receive: receive)
        state.withLock { $0.members[element] = member }
    }

    func remove(_ element: UInt) {
        state.withLock { state in
            state.members[element] = nil
            state.threads = state.threads.filter { $0.value != element }
        }
    }

    /// Records that the current thread feeds this element.
    func setCurrentElement(_ element: UInt) {
        let thread = pthread_self()
        state.withLock { $0.threads[thread] = element }
    }

    /// Calls `listener` for each libav message about damage.
    func listen(_ listener: (@Sendable (String) -> Void)?) { state.withLock { $0.listener = listener } }

    /// Dispatches a message of GStreamer's own classes.
    fileprivate func receive(_ message: String, from element: UInt, isDecoder: Bool) {
        let beginnings = isDecoder ? Self.decoderDamage : Self.demuxerDamage
        guard beginnings.contains(where: message.hasPrefix) else { return }
        state.withLock { $0.members[element] }?.receive(.failed)
    }

    /// Dispatches a message of libav.
    fileprivate func receiveLibav(_ message: String, isError: Bool) {
        // libav does not log concealment as an error.
        let isConcealed = message.hasPrefix("concealing")
        guard isError || isConcealed, !Self.ignoredPrefixes.contains(where: message.hasPrefix) else { return }
        let thread = pthread_self()
        let (listener, member) = state.withLock { state in
            if let element = state.threads[thread] { return (state.listener, state.members[element]) }
            let candidates = state.members.values.filter(\.isLibavVideo)
            return (state.listener, candidates.count == 1 ? candidates[0] : nil)
        }
        listener?(message)
        member?.receive(isConcealed ? .concealed : .reportedError)
    }
}

/// The log function, which GStreamer calls from any thread.
private nonisolated func receiveLogMessage(
    _ category: UnsafeMutablePointer<GstDebugCategory>?, _ level: GstDebugLevel, _ file: UnsafePointer<CChar>?,
    _ function: UnsafePointer<CChar>?, _ line: CInt, _ object: UnsafeMutablePointer<GObject>?,
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) {
    guard let category, let message, let name = gst_debug_category_get_name(category) else { return }
    let isError = level.rawValue <= GST_LEVEL_ERROR.rawValue
    if strcmp(name, "libav") == 0 {
        guard let text = gst_debug_message_get(message) else { return }
        DecoderLog.shared.receiveLibav(String(cString: text), isError: isError)
        return
    }
    guard let object, level.rawValue <= GST_LEVEL_WARNING.rawValue,
        DecoderLog.categories.contains(where: { strcmp(name, $0) == 0 }), let text = gst_debug_message_get(message)
    else { return }
    DecoderLog.shared.receive(
        String(cString: text), from: UInt(bitPattern: object), isDecoder: strstr(name, "decoder") != nil)
}
