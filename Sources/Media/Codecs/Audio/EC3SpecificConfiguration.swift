/// The EC3SpecificBox, ETSI TS 102 366 F.6, with the extension for joint object coding of ETSI TS 103 420.
package struct EC3SpecificConfiguration: Sendable, Hashable {
    /// The content of a `dec3` box.
    package let bytes: [UInt8]

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 5 else { throw .endsTooEarly }
        self.bytes = bytes
    }

    /// Builds the box from the frames of one sample: independent substreams, each followed by its dependent substreams.
    package init(sample: ByteSlice) throws(BitstreamError) {
        let frames = try Self.frames(sample)
        guard let first = frames.first else { throw .endsTooEarly }
        let independent = frames.filter { $0.streamType != 1 && $0.substreamID == first.substreamID }
        let samples = independent.count * (independent.first?.blockCount ?? 6) * 256
        let bits = frames.reduce(0) { $0 + $1.byteCount } * 8
        let kilobits = min(0x1fff, bits * first.sampleRate / max(samples, 1) / 1000)
        var substreams: [(EC3SyncFrame, dependent: [EC3SyncFrame])] = []
        for frame in frames {
            let isKnown = substreams.contains { $0.0.substreamID == frame.substreamID }
            if frame.streamType != 1 {
                if !isKnown { substreams.append((frame, [])) }
            } else if var last = substreams.popLast() {
                let isRepeated = last.dependent.contains { $0.substreamID == frame.substreamID }
                if !isRepeated { last.dependent.append(frame) }
                substreams.append(last)
            }
        }
        guard !substreams.isEmpty, substreams.count <= 8 else {
            throw .invalid("an E-AC-3 sample of \(substreams.count) independent substreams; 1 to 8 are possible")
        }
        var writer = ByteWriter(capacity: 8)
        writer.write(UInt16(kilobits << 3 | (substreams.count - 1)))
        for (frame, dependent) in substreams { writer.writeSubstream(frame, dependent) }
        if let complexity = frames.compactMap(\.objectComplexity).first {
            writer.write(UInt8(1))
            writer.write(complexity)
        }
        bytes = writer.bytes
    }

    /// Returns the frames of a sample.
    private static func frames(_ sample: ByteSlice) throws(BitstreamError) -> [EC3SyncFrame] {
        var frames: [EC3SyncFrame] = []
        var offset = 0
        while sample.count - offset >= 8, frames.count < 64 {
            let end = min(sample.count, offset + 128)
            let frame = try EC3SyncFrame(sample.slice(offset..<end).bytes)
            guard frame.byteCount <= sample.count - offset else { throw .endsTooEarly }
            frames.append(frame)
            offset += frame.byteCount
        }
        return frames
    }

    /// The channels of the first independent substream, including its dependent substreams.
    package var channelCount: Int {
        guard bytes.count >= 5 else { return 2 }
        let base = AC3SyncFrame.channels[Int(bytes[3] >> 1 & 7)] + Int(bytes[3] & 1)
        guard bytes[4] >> 1 & 0xf > 0, bytes.count >= 6 else { return base }
        let location = UInt16(bytes[4] & 1) << 8 | UInt16(bytes[5])
        // Each bit represents a pair, except the rear centre, the top centre and the second low-frequency effects
        // channel.
        let pairs = location & 0b0_0111_0011
        return base + (location.nonzeroBitCount - pairs.nonzeroBitCount) + 2 * pairs.nonzeroBitCount
    }

    /// The offset of the extension after all substreams.
    private var extensionOffset: Int {
        guard bytes.count >= 2 else { return bytes.count }
        var offset = 2
        for _ in 0...(bytes[1] & 7) {
            guard bytes.count >= offset + 3 else { return bytes.count }
            offset += bytes[offset + 2] >> 1 & 0xf > 0 ? 4 : 3
        }
        return offset
    }

    /// complexity_index_type_a; nil without joint object coding.
    package var objectComplexity: UInt8? {
        let offset = extensionOffset
        guard bytes.count >= offset + 2, bytes[offset] & 1 == 1 else { return nil }
        return bytes[offset + 1]
    }

    /// Samples per second of the first substream; nil for half rates, which the box does not contain.
    package var sampleRate: Int? {
        let code = Int(bytes[2] >> 6)
        return code < 3 ? AC3SyncFrame.rates[code] : nil
    }

    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("ec-3", "dec3", bytes) }
}

extension ByteWriter {
    fileprivate mutating func writeSubstream(_ frame: EC3SyncFrame, _ dependent: [EC3SyncFrame]) {
        var bits = UInt32(frame.rateCode) << 5 | UInt32(frame.bitstreamID)
        // One reserved bit, asvc.
        bits = bits << 5 | UInt32(frame.bitstreamMode)
        bits = bits << 3 | UInt32(frame.codingMode)
        bits = bits << 1 | (frame.hasLowFrequencyEffects ? 1 : 0)
        bits = bits << 7 | UInt32(dependent.count & 0xf)
        bits = bits << 1
        guard !dependent.isEmpty else { return write24(bits) }
        let map = dependent.reduce(UInt16(0)) { $0 | ($1.channelMap ?? 0) }
        let location = Self.location(channelMap: map)
        write24(bits | UInt32(location >> 8))
        write(UInt8(location & 0xff))
    }

    /// chan_loc by chanmap (table E.1.4 and F.6.3): bit 0 Lc/Rc, 1 Lrs/Rrs, 2 Cs, 3 Ts, 4 Lsd/Rsd, 5 Lw/Rw, 6 Lvh/Rvh,
    /// 7 Cvh, 8 LFE2.
    private static func location(channelMap: UInt16) -> UInt16 {
        let order: [(UInt16, UInt16)] = [
            (5, 0), (6, 1), (7, 2), (8, 3), (9, 4), (10, 5), (11, 6), (12, 7), (14, 8),
        ]
        return order.reduce(0) { $0 | (channelMap >> (15 - $1.0) & 1) << $1.1 }
    }
}
