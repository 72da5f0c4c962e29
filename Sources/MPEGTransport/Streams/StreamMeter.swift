import Media

/// One PES packet without its header.
struct StreamPacket {
    /// Where it begins in the resource, in bytes.
    var offset: Int
    var presentation: Int64?
    /// The same as `presentation` where the packet has no time of its own for decoding.
    var decode: Int64?
}

/// Takes the packets of one elementary stream in order.
protocol StreamMeter {
    /// Takes a packet, whose bytes stay only for the call.
    mutating func process(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer)
    /// What was measured of them all.
    func finish() -> StreamMeasurement
}

extension StreamCoding {
    /// What measures a stream; nil for what is neither pictures nor sound.
    func meter(id: UInt32, keepsSamples: Bool) -> (any StreamMeter)? {
        switch mediaType {
        case .video: VideoMeter(id: id, coding: self, keepsSamples: keepsSamples)
        case .audio: AudioMeter(id: id, coding: self, keepsSamples: keepsSamples)
        default: nil
        }
    }
}
