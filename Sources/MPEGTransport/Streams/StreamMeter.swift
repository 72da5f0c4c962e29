import Media

/// Measures the packets of one elementary stream, in order.
protocol StreamMeter {
    /// Processes a packet. Its bytes are valid only during the call.
    mutating func process(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer)
    /// Returns the measurement of all packets.
    func finish() -> StreamMeasurement
}

extension StreamCoding {
    /// Creates a meter for the stream; nil for data streams.
    func meter(id: UInt32, keepsSamples: Bool) -> (any StreamMeter)? {
        switch mediaType {
        case .video: VideoMeter(id: id, coding: self, keepsSamples: keepsSamples)
        case .audio: AudioMeter(id: id, coding: self, keepsSamples: keepsSamples)
        default: nil
        }
    }
}
