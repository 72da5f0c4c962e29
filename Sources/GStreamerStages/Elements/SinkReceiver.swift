import CGStreamer
import CGStreamerLibraries

/// What takes the content of an appsink, on the sink's streaming thread, one call at a time.
protocol SinkReceiver: AnyObject, Sendable {
    /// The format of what follows.
    func receive(caps: UnsafeMutablePointer<GstCaps>)
    /// What is known about the stream besides its format.
    func receive(tags: StreamTags)
    /// A time without buffers; the format and what else is known have been said.
    func receiveGap()
    /// One buffer with its segment; false when no more is wanted.
    func receive(sample: inout SinkSample) -> Bool
    /// Nothing follows.
    func receiveEnd()
}

extension SinkReceiver {
    func receive(tags: StreamTags) {}
    func receiveGap() {}
}

/// Lets an appsink call `receiver` for as long as the sink lives.
func connect(_ sink: PipelineElement, to receiver: any SinkReceiver) {
    let owner = Unmanaged.passRetained(ReceiverBox(receiver)).toOpaque()
    sluice_gst_sink_on(sink.pointer, sinkSample, sinkEvent, sinkEnd, owner, releaseOwner)
}

private final class ReceiverBox: Sendable {
    let receiver: any SinkReceiver
    init(_ receiver: any SinkReceiver) { self.receiver = receiver }
}

private func sinkSample(
    _ sink: UnsafeMutablePointer<GstAppSink>?, _ owner: UnsafeMutableRawPointer?
) -> GstFlowReturn { drain(sink, owner) ? GST_FLOW_OK : GST_FLOW_EOS }

private func sinkEvent(_ sink: UnsafeMutablePointer<GstAppSink>?, _ owner: UnsafeMutableRawPointer?) -> gboolean {
    _ = drain(sink, owner)
    return 0
}

private func sinkEnd(_ sink: UnsafeMutablePointer<GstAppSink>?, _ owner: UnsafeMutableRawPointer?) {
    _ = drain(sink, owner)
    guard let owner else { return }
    Unmanaged<ReceiverBox>.fromOpaque(owner).takeUnretainedValue().receiver.receiveEnd()
}

/// Takes all that is in the sink: events queue up between buffers, and one callback may stand for several.
private func drain(_ sink: UnsafeMutablePointer<GstAppSink>?, _ owner: UnsafeMutableRawPointer?) -> Bool {
    guard let sink, let owner else { return false }
    let receiver = Unmanaged<ReceiverBox>.fromOpaque(owner).takeUnretainedValue().receiver
    while let object = sluice_gst_sink_pull(sink) {
        if sluice_gst_is_sample(object) {
            var sample = SinkSample(OpaquePointer(object))
            guard receiver.receive(sample: &sample) else { return false }
        } else {
            if let caps = sluice_gst_event_caps(object) { receiver.receive(caps: caps) }
            if let tags = sluice_gst_event_stream_tags(object) { receiver.receive(tags: StreamTags(tags)) }
            // Demuxers say at once where a stream of text has nothing, and what they know of it before.
            if sluice_gst_event_is(object, GST_EVENT_GAP) { receiver.receiveGap() }
            sluice_gst_mini_unref(object)
        }
    }
    return true
}
