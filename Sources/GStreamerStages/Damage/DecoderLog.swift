import CGStreamer
import Glibc
import Synchronization

/// Errors that decoders and demuxers write to GStreamer's log and nowhere else.
///
/// GStreamer's own messages name their element, messages of libav do not: they are attributed by the thread that decodes, or
/// to the only video decoder of the process, since libav's worker threads decode video alone.
final class DecoderLog: Sendable {
    static let shared = DecoderLog()

    /// Harmless messages of libav: marks of references that are gone already, supplemental messages, buffers that are
    /// refused because decoding ends.
    private static let ignoredPrefixes = ["mmco:", "SEI type", "get_buffer", "thread_get_buffer"]

    /// A report of an element.
    enum Entry: Sendable {
        /// A sample gives no frame, or a demuxer skips bytes.
        case failed
        /// Something in a sample is wrong; there may be a frame all the same.
        case reportedError
        /// A frame has parts that were made up.
        case concealed
    }

    /// The categories of messages that name their element.
    fileprivate static let categories = ["videodecoder", "audiodecoder", "matroskademux", "tsdemux"]
    /// The beginnings of decoders' messages about damage, and of demuxers' about bytes that they skip.
    private static let decoderDamage = ["error: "]
    private static let demuxerDamage = ["parse error", "warning: CONTINUITY"]

    private struct Member {
        var isLibavVideo: Bool
        var receive: @Sendable (Entry) -> Void
    }

    private struct State {
        var members: [UInt: Member] = [:]
        /// The element that a thread feeds.
        var threads: [pthread_t: UInt] = [:]
        var listener: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    private init() {
        try? GStreamerLibrary.start()
        // GStreamer's default output would print the categories that are enabled here; it stays where the user asked for GStreamer's log.
        if !sluice_gst_log_is_wanted() { gst_debug_remove_log_function(gst_debug_log_default) }
        sluice_gst_raise_log("libav", GST_LEVEL_INFO)
        for category in Self.categories { sluice_gst_raise_log(category, GST_LEVEL_WARNING) }
        gst_debug_add_log_function(receiveLogMessage, nil, nil)
    }

    /// Calls `receive` for entries of the element with this identity, from any thread.
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

    /// The current thread feeds this element from now on.
    func setCurrentElement(_ element: UInt) {
        let thread = pthread_self()
        state.withLock { $0.threads[thread] = element }
    }

    /// Calls `listener` for each message of libav about damage.
    func listen(_ listener: (@Sendable (String) -> Void)?) { state.withLock { $0.listener = listener } }

    /// Distributes a message of GStreamer's own classes.
    fileprivate func receive(_ message: String, from element: UInt, isDecoder: Bool) {
        let beginnings = isDecoder ? Self.decoderDamage : Self.demuxerDamage
        guard beginnings.contains(where: message.hasPrefix) else { return }
        state.withLock { $0.members[element] }?.receive(.failed)
    }

    /// Distributes a message of libav.
    fileprivate func receiveLibav(_ message: String, isError: Bool) {
        // Concealing damage is no error to libav.
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

/// GStreamer calls it from any thread.
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
