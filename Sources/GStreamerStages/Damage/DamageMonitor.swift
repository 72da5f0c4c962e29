import CGStreamer
import StageKit
import Synchronization

/// Counts the samples that each stream loses in the parsers and decoders of a pipeline.
final class DamageMonitor: Sendable {
    /// The last elements whose output is counted.
    enum Output: Sendable {
        case frames
        case samples
    }

    /// Demuxers whose buffers are complete samples.
    private static let framing: Set<String> = ["qtdemux", "matroskademux", "flvdemux"]

    private struct State {
        var streams: [String: StreamDamage] = [:]
        /// Ordered by their first data.
        var order: [StreamDamage] = []
        var isFramed = false
        var containerErrors = 0
    }

    fileprivate let output: Output
    private let state = Mutex(State())
    private let isClosed = Atomic(false)

    /// Monitors up to `output`. `isFramed` declares that samples are complete in pipelines without a demuxer.
    init(_ output: Output, isFramed: Bool = false) {
        self.output = output
        state.withLock { $0.isFramed = isFramed }
    }

    /// Monitors the elements that are added to a pipeline from now on.
    func watch(_ pipeline: UnsafeMutablePointer<GstElement>) {
        let owner = Unmanaged.passRetained(self).toOpaque()
        sluice_gst_on_element_added(pipeline, elementAdded, owner, releaseOwner)
    }

    /// Stops counting: a decoder that is stopped inside the media reports errors, or outputs later frames than those that
    /// it discards, although no media is damaged.
    func close() {
        isClosed.store(true, ordering: .relaxed)
        freeze()
    }

    /// Whether errors are counted.
    fileprivate var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

    /// Discards the counts so far, after a seek has discarded the data inside parsers and decoders.
    func restart() {
        for stream in state.withLock({ $0.order }) { stream.restart() }
    }

    /// Excludes the losses so far of all streams.
    func excludeEarlierLosses() {
        for stream in state.withLock({ $0.order }) { stream.excludeEarlierLosses() }
    }

    /// Ends counting of all streams, before their pipeline is stopped inside the media.
    func freeze() {
        for stream in state.withLock({ $0.order }) { stream.freeze() }
    }

    /// The figures of all streams, ordered by their first data.
    var figures: [StreamDamage.Figures] {
        let countsGaps = containerErrors > 0
        return state.withLock { $0.order }.map { $0.figures(countsGaps: countsGaps) }
    }
    /// Whether a video decoder has reported errors.
    var hasVideoErrors: Bool { figures.contains { $0.isVideo && $0.errors > 0 } }
    /// The only stream of a pipeline; nil before it starts.
    var onlyStream: StreamDamage? { state.withLock { $0.order.first } }
    /// The number of times that a demuxer skipped unreadable bytes.
    var containerErrors: Int { state.withLock { $0.containerErrors } }

    /// Whether samples are complete before they are parsed.
    fileprivate var isFramed: Bool { state.withLock { $0.isFramed } }

    /// Returns the stream with this identifier, which all elements share.
    func stream(_ identity: String) -> StreamDamage {
        state.withLock { state in
            if let known = state.streams[identity] { return known }
            let stream = StreamDamage(output == .frames ? .presentation : .decode)
            state.streams[identity] = stream
            state.order.append(stream)
            return stream
        }
    }

    fileprivate func add(_ element: UnsafeMutablePointer<GstElement>, _ role: SluiceGstRole, _ factory: String) {
        switch role {
        case SLUICE_GST_ROLE_DEMUXER:
            state.withLock { $0.isFramed = Self.framing.contains(factory) }
            let meter = ElementMeter(element, monitor: self)
            meter.observeLog(factory, isVideo: false) { [weak self] _ in
                self?.state.withLock { $0.containerErrors += 1 }
            }
            meter.watch("sink", of: element, .none)
        case SLUICE_GST_ROLE_PARSER:
            let meter = ElementMeter(element, monitor: self)
            meter.watch("sink", of: element, .parserInput)
            if output == .samples { meter.watch("src", of: element, .output) }
        case SLUICE_GST_ROLE_VIDEO_DECODER, SLUICE_GST_ROLE_AUDIO_DECODER:
            guard output == .frames else { return }
            let meter = ElementMeter(element, monitor: self)
            meter.observeLog(factory, isVideo: role == SLUICE_GST_ROLE_VIDEO_DECODER)
            meter.watch("sink", of: element, .decoderInput)
            meter.watch("src", of: element, .output)
        default: break
        }
    }
}

private nonisolated func elementAdded(
    _ element: UnsafeMutablePointer<GstElement>?, _ role: SluiceGstRole, _ factory: UnsafePointer<CChar>?,
    _ owner: UnsafeMutableRawPointer?
) {
    guard let element, let factory, let owner else { return }
    Unmanaged<DamageMonitor>.fromOpaque(owner).takeUnretainedValue().add(element, role, String(cString: factory))
}

/// An element whose pads are monitored. Its pad probes retain it.
private final class ElementMeter: Sendable {
    /// The position of a pad in the chain of a stream.
    enum PadPosition: Sendable {
        case none
        case parserInput
        case decoderInput
        case output
    }

    private let identity: UInt
    private let monitor: DamageMonitor
    private let stream = Mutex<StreamDamage?>(nil)

    init(_ element: UnsafeMutablePointer<GstElement>, monitor: DamageMonitor) {
        identity = UInt(bitPattern: element)
        self.monitor = monitor
    }

    deinit { DecoderLog.shared.remove(identity) }

    /// Subscribes to the log entries of the element, for its stream or for `receive`.
    func observeLog(
        _ factory: String, isVideo: Bool, _ receive: (@Sendable (DecoderLog.Entry) -> Void)? = nil
    ) {
        DecoderLog.shared.add(identity, factory: factory, isVideo: isVideo) { [weak self] entry in
            guard let self, monitor.isOpen else { return }
            if let receive { receive(entry) } else { stream.withLock { $0 }?.report(entry) }
        }
    }

    func watch(_ pad: String, of element: UnsafeMutablePointer<GstElement>, _ place: PadPosition) {
        let owner = Unmanaged.passRetained(PadMeter(self, place)).toOpaque()
        _ = sluice_gst_add_pad_probe(element, pad, handlePadEvent, owner, releaseOwner)
    }

    /// Handles an item. Returns the presentation time of a frame whose decoder only guessed it; nil for others.
    func handle(_ passage: SluiceGstPadItem, at place: PadPosition) -> Int64? {
        if passage.kind == SLUICE_GST_PAD_ITEM_STREAM {
            guard let text = passage.stream_id, place != .none else { return nil }
            let found = monitor.stream(String(cString: text))
            stream.withLock { $0 = found }
            return nil
        }
        guard let stream = stream.withLock({ $0 }) else { return nil }
        switch place {
        case .none: break
        case .parserInput: if monitor.isFramed { enter(passage, stream) }
        case .decoderInput:
            if passage.kind == SLUICE_GST_PAD_ITEM_BUFFER { DecoderLog.shared.setCurrentElement(identity) }
            enter(passage, stream)
        case .output:
            // The caps of frames have no codec; the caps of parsed samples have one.
            if passage.kind == SLUICE_GST_PAD_ITEM_CAPS, monitor.output == .samples, let caps = passage.caps {
                stream.setFormat(caps)
            }
            if passage.kind == SLUICE_GST_PAD_ITEM_BUFFER { return stream.leave(passage) }
            if passage.kind == SLUICE_GST_PAD_ITEM_END { stream.end() }
        }
        return nil
    }

    private func enter(_ passage: SluiceGstPadItem, _ stream: StreamDamage) {
        switch passage.kind {
        case SLUICE_GST_PAD_ITEM_CAPS: if let caps = passage.caps { stream.setFormat(caps) }
        case SLUICE_GST_PAD_ITEM_SEGMENT: stream.setSegment(passage, of: identity)
        case SLUICE_GST_PAD_ITEM_BUFFER: stream.enter(passage, of: identity)
        default: break
        }
    }
}

/// A monitored pad of an element.
private final class PadMeter: Sendable {
    let element: ElementMeter
    let position: ElementMeter.PadPosition

    init(_ element: ElementMeter, _ place: ElementMeter.PadPosition) {
        self.element = element
        self.position = place
    }
}

private nonisolated func handlePadEvent(
    _ passage: UnsafePointer<SluiceGstPadItem>?, _ owner: UnsafeMutableRawPointer?
) -> GstClockTime {
    guard let passage, let owner else { return .max }
    let meter = Unmanaged<PadMeter>.fromOpaque(owner).takeUnretainedValue()
    return meter.element.handle(passage.pointee, at: meter.position).map { GstClockTime(max(0, $0)) } ?? .max
}
