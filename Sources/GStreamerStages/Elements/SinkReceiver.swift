import CGStreamer
import CGStreamerLibraries

/// Receives the output of an appsink on the sink's streaming thread. Calls are never concurrent.
protocol SinkReceiver: AnyObject, Sendable {
    /// Sets the format of the following buffers.
    func receive(caps: UnsafeMutablePointer<GstCaps>)
    /// Sets stream properties other than the format.
    func receive(tags: StreamTags)
    /// Handles a time without buffers. Format and tags have been received before.
    func receiveGap()
    /// Handles one buffer with its segment. Returns false if no more data is wanted.
    func receive(sample: inout SinkSample) -> Bool
    /// Handles the end of the stream.
    func receiveEnd()
}

extension SinkReceiver {
    func receive(tags: StreamTags) {}
    func receiveGap() {}
}

/// Connects `receiver` to an appsink, which retains it.
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

/// Pulls all items from the sink: events are queued between buffers, and one callback may announce several items.
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
            // Demultiplexers send a gap event immediately for text streams without data, after caps and tags.
            if sluice_gst_event_is(object, GST_EVENT_GAP) { receiver.receiveGap() }
            sluice_gst_mini_unref(object)
        }
    }
    return true
}
