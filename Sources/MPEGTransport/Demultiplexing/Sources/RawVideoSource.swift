import Media

/// A video elementary stream without a container: NAL units after start codes (ITU-T H.264 and H.265 annex B), or AV1
/// units.
struct RawVideoSource {
    let coding: StreamCoding
    /// How the units of AV1 are delimited; nil for other codings.
    let framing: AV1Framing?
    /// The frame rate that the parameter sets declare; nil if they declare none.
    let declaredRate: Ratio?
    /// The frame rate of the pictures.
    let rate: Ratio?

    /// The number of bytes to search for the first picture.
    private static let searchLimit = 1 << 20

    /// Recognizes a stream that starts with a start code and has a picture with its parameter sets, or with a temporal
    /// unit of AV1 that has a sequence header. `rate` replaces the declared frame rate.
    init?(_ content: ByteSlice, rate: Ratio? = nil) {
        let found = content.withUnsafeBytes {
            let start = UnsafeRawBufferPointer(rebasing: $0.prefix(Self.searchLimit))
            return AV1Framing.find(start).map { (StreamCoding.av1, $0, $1) } ?? Self.find(start).map { ($0, nil, $1) }
        }
        guard let found else { return nil }
        (coding, framing, declaredRate) = found
        self.rate = rate ?? declaredRate
    }

    private static func find(_ bytes: UnsafeRawBufferPointer) -> (StreamCoding, Ratio?)? {
        // A start code may follow any number of zero bytes.
        guard let start = bytes.firstIndex(where: { $0 != 0 }), start >= 2, bytes[start] == 1 else { return nil }
        for coding in [StreamCoding.avc, .hevc] {
            if let set = firstSequence(of: coding, bytes) { return (coding, set.frameRate) }
        }
        return nil
    }

    /// Returns the parameter set of the first picture; nil if the stream is not of this coding.
    private static func firstSequence(of coding: StreamCoding, _ bytes: UnsafeRawBufferPointer) -> SequenceParameterSet?
    {
        var counter: PictureOrderCounter = coding == .hevc ? .hevc : .avc
        var sequence: SequenceParameterSet?
        for unit in NALUnitScan(bytes) {
            // forbidden_zero_bit: system streams and MPEG-2 video have codes from b3 to ff.
            guard unit[0] & 0x80 == 0 else { return nil }
            let found = VideoUnit(coding, unit)
            if let type = found.parameterSetType {
                let set = Array(unit.prefix(StreamParameterSets.size))
                guard (try? counter.add(parameterSet: set)) != nil else { return nil }
                if type == 7 { sequence = sequence ?? (try? SequenceParameterSet(avc: set)) }
                if type == 33 { sequence = sequence ?? (try? SequenceParameterSet(hevc: set)) }
            } else if case .slice = found.role, let sequence {
                return (try? counter.place(unit)).map { _ in sequence }
            }
        }
        return nil
    }

    /// Reads the bytes up to `end` and returns the new read position.
    func read(
        _ buffer: UnsafeRawBufferPointer, from: Int, to end: Int, _ stream: inout ElementaryStream,
        _ output: inout [DemultiplexedSample]
    ) -> Int {
        guard from < end else { return end }
        stream.append(raw: UnsafeRawBufferPointer(rebasing: buffer[from..<end]), &output)
        return end
    }
}
