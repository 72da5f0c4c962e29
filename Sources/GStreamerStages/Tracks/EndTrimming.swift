import Media

/// Shortens the last packets of an audio track by the samples that its container or encoder declares as padding.
///
/// Packets that may contain padding are buffered until the next packet, or the end, shows whether they are the last
/// ones.
struct EndTrimming {
    /// The number of samples to remove at the end.
    private var padding: Int64 = 0
    /// Whether each packet declares its padding.
    private var isDeclaredByPacket = true
    /// The number of packets in the track that has the padding at its end; nil if unknown.
    private var packetCount: Int?
    private var delivered = 0
    private var held: [Sample] = []

    /// Padding that is declared by packets.
    init() {}

    /// Padding of a track with this number of packets; a track of another length is not trimmed.
    init(padding: Int64, packetCount: Int) {
        self.padding = padding
        self.packetCount = packetCount
        isDeclaredByPacket = false
    }

    /// Adds a packet with its declared padding. Emits the packets that are ready.
    mutating func add(_ sample: Sample, padding declared: Int64, _ emit: (Sample) -> Void) {
        delivered += 1
        guard isDeclaredByPacket else {
            held.append(sample)
            var length = held.reduce(0) { $0 + $1.duration }
            while let first = held.first, length - first.duration >= padding {
                emit(held.removeFirst())
                length -= first.duration
            }
            return
        }
        flush(emit)
        padding = min(declared, sample.duration)
        if padding > 0 { held = [sample] } else { emit(sample) }
    }

    /// Emits the buffered packets without padding. Returns the number of packets that contain only padding.
    mutating func finish(_ emit: (Sample) -> Void) -> Int {
        defer { delivered = 0 }
        guard isDeclaredByPacket || packetCount == delivered else {
            flush(emit)
            return 0
        }
        var empty = 0
        while padding > 0, let last = held.popLast() {
            let cut = min(padding, last.duration)
            padding -= cut
            if cut == last.duration {
                empty += 1
            } else {
                var last = last
                last.duration -= cut
                held.append(last)
            }
        }
        flush(emit)
        return empty
    }

    private mutating func flush(_ emit: (Sample) -> Void) {
        for sample in held { emit(sample) }
        held = []
    }
}
