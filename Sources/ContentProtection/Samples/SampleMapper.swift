package import Media

/// Determines the protected bytes of a track's samples by the rules of their codec. Samples must be passed in decode
/// order.
package struct SampleMapper: Sendable {
    private enum Rule: Sendable {
        case avc(lengthSize: Int, AVCSliceHeader.ParameterSets)
        case hevc(lengthSize: Int, HEVCSliceHeader.ParameterSets)
        case av1(AV1TileLayout)
        case vp9(VP9FrameLayout)
        case whole
    }

    private var rule: Rule
    private let scheme: ProtectionScheme
    private let limit: Int

    /// Whether samples consist of subsamples, as video samples do.
    package var hasSubsamples: Bool {
        if case .whole = rule { false } else { true }
    }

    /// Whether protected ranges consist of whole blocks under all schemes.
    var isAligned: Bool { if case .vp9 = rule { true } else { false } }

    /// `vectorSize` is the number of bytes of each sample's vector, 0 for a constant one. Throws
    /// ``ProtectionError/codec(_:)`` for codecs that cannot be encrypted.
    package init(_ format: MediaFormat, _ scheme: ProtectionScheme, vectorSize: Int) throws(ProtectionError) {
        self.scheme = scheme
        // The size of an entry of senc has one byte in saiz: vector, count, subsamples.
        limit = (255 - vectorSize - 2) / Subsample.size
        switch format {
        case .codedVideo(let video): rule = try Self.rule(video.configuration)
        case .codedAudio(let audio):
            let code = audio.configuration.sampleEntryCode
            guard Self.audioCodes.contains(code) else { throw .codec(code) }
            rule = .whole
        case .codedData(let data): throw .codec(data.handler)
        case .rawVideo, .rawAudio, .timedText: throw .codec("raw ")
        }
    }

    private static let audioCodes: Set<FourCC> = ["mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac"]

    private static func rule(_ configuration: CodecConfiguration) throws(ProtectionError) -> Rule {
        let code = configuration.sampleEntryCode
        do throws(BitstreamError) {
            switch BitstreamSyntax(
                .codedVideo(CodedVideoFormat(configuration: configuration, size: .init(width: 1, height: 1))))
            {
            case .avc(let lengthSize)?:
                var sets = AVCSliceHeader.ParameterSets()
                let record = try AVCDecoderConfiguration(bytes: configuration.avcRecord).parse()
                for unit in record.sequenceParameterSets + record.pictureParameterSets { try sets.add(unit) }
                return .avc(lengthSize: lengthSize, sets)
            case .hevc(let lengthSize)?:
                var sets = HEVCSliceHeader.ParameterSets()
                for array in try HEVCDecoderConfiguration(bytes: configuration.hevcRecord).parse().arrays {
                    for unit in array.units { try sets.add(unit) }
                }
                return .hevc(lengthSize: lengthSize, sets)
            case .av1?:
                var layout = AV1TileLayout()
                layout.read(configuration: Array((configuration.box("av1C") ?? []).dropFirst(4)))
                return .av1(layout)
            case .vp9?: return .vp9(VP9FrameLayout())
            default: break
            }
        } catch {
            throw .box(code, reason: "its configuration is invalid: \(error)")
        }
        throw .codec(code)
    }

    /// Returns the map of a sample. Throws if the sample cannot be parsed: its clear bytes are unknown.
    package mutating func map(_ sample: UnsafeRawBufferPointer) throws(BitstreamError) -> SubsampleMap {
        var ranges: [Range<Int>] = []
        switch rule {
        case .whole: return .whole
        case .avc(let lengthSize, var sets):
            try Self.forEachUnit(sample, lengthSize) { unit, range throws(BitstreamError) in
                if let size = try Self.clearSize(avc: unit, &sets) { ranges.append(range.dropFirst(size)) }
            }
            rule = .avc(lengthSize: lengthSize, sets)
        case .hevc(let lengthSize, var sets):
            try Self.forEachUnit(sample, lengthSize) { unit, range throws(BitstreamError) in
                if let size = try Self.clearSize(hevc: unit, &sets) { ranges.append(range.dropFirst(size)) }
            }
            rule = .hevc(lengthSize: lengthSize, sets)
        case .av1(var layout):
            ranges = try layout.read(sample)
            rule = .av1(layout)
        case .vp9(var layout):
            for range in VP9Superframe.ranges(sample) {
                try layout.read(UnsafeRawBufferPointer(rebasing: sample[range]))
                ranges.append(range.dropFirst(min(layout.headerSize, range.count)))
            }
            rule = .vp9(layout)
        }
        return SubsampleMap(ranges.map(aligned), size: sample.count, limit: limit)
    }

    /// Whole blocks at the end of a range under `cenc`, and of VP9; the others may end with an incomplete block.
    private func aligned(_ range: Range<Int>) -> Range<Int> {
        var isAligned = scheme == .cenc
        if case .vp9 = rule { isAligned = true }
        return isAligned ? range.dropFirst(range.count % AES128.blockSize) : range
    }

    /// Calls `body` with each NAL unit and its range. Throws if the units do not fill the sample.
    private static func forEachUnit(
        _ sample: UnsafeRawBufferPointer, _ lengthSize: Int,
        _ body: (UnsafeRawBufferPointer, Range<Int>) throws(BitstreamError) -> Void
    ) throws(BitstreamError) {
        var offset = 0
        while offset < sample.count {
            guard sample.count - offset >= lengthSize else { throw .endsTooEarly }
            let length = sample[offset..<offset + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            offset += lengthSize
            guard length <= sample.count - offset else { throw .endsTooEarly }
            if length > 0 {
                try body(UnsafeRawBufferPointer(rebasing: sample[offset..<offset + length]), offset..<offset + length)
            }
            offset += length
        }
    }

    /// Returns the clear bytes of a protected NAL unit; nil for other units.
    private static func clearSize(
        avc unit: UnsafeRawBufferPointer, _ sets: inout AVCSliceHeader.ParameterSets
    ) throws(BitstreamError) -> Int? {
        switch unit[0] & 0x1f {
        case 1, 5: return try AVCSliceHeader(unit, sets).byteCount
        case 7, 8: try sets.add(Array(unit))
        case 2...4: throw .invalid("data partitions cannot be protected")
        case 19...21: throw .invalid("slices of extensions (auxiliary, scalable or multiview) cannot be protected")
        default: break
        }
        return nil
    }

    private static func clearSize(
        hevc unit: UnsafeRawBufferPointer, _ sets: inout HEVCSliceHeader.ParameterSets
    ) throws(BitstreamError) -> Int? {
        guard unit.count >= 2 else { throw .endsTooEarly }
        let type = unit[0] >> 1 & 0x3f
        if type < 32, unit[0] & 1 != 0 || unit[1] >> 3 != 0 {
            throw .invalid("layers above the base cannot be protected")
        }
        switch type {
        case 0...9, 16...21: return try HEVCSliceHeader(unit, sets).byteCount
        case 10...31: throw .invalid("slices of reserved types cannot be protected")
        case 33, 34: try sets.add(Array(unit))
        default: break
        }
        return nil
    }
}

extension Range<Int> {
    /// The range without its first `count` elements, at most all.
    fileprivate func dropFirst(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}

extension CodecConfiguration {
    fileprivate var avcRecord: [UInt8] {
        if case .avc(let record) = self { record.bytes } else { box("avcC") ?? [] }
    }
    fileprivate var hevcRecord: [UInt8] {
        if case .hevc(let record) = self { record.bytes } else { box("hvcC") ?? [] }
    }
}
