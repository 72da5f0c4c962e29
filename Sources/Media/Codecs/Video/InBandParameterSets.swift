/// Parameter sets of H.264 and HEVC in sample entries that allow them in samples: `avc3` and `hev1`, and `dvav` and
/// `dvhe` of Dolby Vision.
extension CodecConfiguration {
    /// The corresponding sample entry without in-band parameter sets; nil for other entries.
    package var outOfBandEntry: FourCC? {
        let entries: [FourCC: FourCC] = ["avc3": "avc1", "hev1": "hvc1", "dvav": "dva1", "dvhe": "dvh1"]
        guard case .boxed(let code, _) = self else { return nil }
        return entries[code]
    }

    /// The parameter sets of the configuration record by NAL unit type; empty for other codecs.
    package var recordedParameterSets: [UInt8: [[UInt8]]] {
        if let box = avcRecord, let fields = try? AVCDecoderConfiguration(bytes: box).parse() {
            return [7: fields.sequenceParameterSets, 8: fields.pictureParameterSets].filter { !$0.value.isEmpty }
        }
        guard let box = hevcRecord, let fields = try? HEVCDecoderConfiguration(bytes: box).parse() else { return [:] }
        let sets = [32, 33, 34].map { ($0 as UInt8, fields.parameterSets(ofType: $0)) }
        return Dictionary(uniqueKeysWithValues: sets.filter { !$0.1.isEmpty })
    }

    /// Whether the record contains all parameter sets that a decoder requires before the first sample.
    package var hasAllParameterSets: Bool {
        let sets = recordedParameterSets
        if avcRecord != nil { return sets[7] != nil && sets[8] != nil }
        return hevcRecord == nil || [32, 33, 34].allSatisfy { sets[$0] != nil }
    }

    /// Returns the configuration with other parameter sets in its record; nil if sets are missing, and for length
    /// prefixes of other than four bytes, which the new record has.
    package func with(_ sets: [UInt8: [[UInt8]]]) -> CodecConfiguration? {
        if let box = avcRecord {
            guard AVCDecoderConfiguration(bytes: box).nalLengthSize == 4, let sequence = sets[7], let picture = sets[8],
                let record = try? AVCDecoderConfiguration(
                    sequenceParameterSets: sequence, pictureParameterSets: picture)
            else { return nil }
            if case .avc = self { return .avc(record) }
            return replacing("avcC", with: record.bytes)
        }
        guard let box = hevcRecord, HEVCDecoderConfiguration(bytes: box).nalLengthSize == 4, let video = sets[32],
            let sequence = sets[33], let picture = sets[34],
            let record = try? HEVCDecoderConfiguration(
                videoParameterSets: video, sequenceParameterSets: sequence, pictureParameterSets: picture)
        else { return nil }
        if case .hevc = self { return .hevc(record) }
        return replacing("hvcC", with: record.bytes)
    }

    /// The configuration with the sample entry without in-band parameter sets; nil if sets are missing.
    package var outOfBand: CodecConfiguration? {
        guard case .boxed(_, let boxes) = self, let entry = outOfBandEntry, hasAllParameterSets else { return nil }
        let isAlone = ConfigurationBoxes(boxes).count == 1
        if entry == "avc1", isAlone, let box = avcRecord { return .avc(AVCDecoderConfiguration(bytes: box)) }
        guard let box = hevcRecord else { return .boxed(sampleEntry: entry, boxes: boxes) }
        let record = HEVCDecoderConfiguration(bytes: box).withCompleteArrays
        if entry == "hvc1", isAlone { return .hevc(record) }
        return .boxed(sampleEntry: entry, boxes: ConfigurationBoxes(boxes).replacing("hvcC", with: record.bytes))
    }

    private var avcRecord: [UInt8]? { if case .avc(let record) = self { record.bytes } else { box("avcC") } }
    private var hevcRecord: [UInt8]? { if case .hevc(let record) = self { record.bytes } else { box("hvcC") } }
}

extension HEVCDecoderConfiguration {
    /// The record with arrays that are marked as complete, as `hvc1` requires (ISO/IEC 14496-15 8.3.3.1.3).
    fileprivate var withCompleteArrays: HEVCDecoderConfiguration {
        guard let fields = try? parse() else { return self }
        var (bytes, offset) = (bytes, 23)
        for array in fields.arrays {
            if (32...34).contains(array.type) { bytes[offset] |= 0x80 }
            offset += 3 + array.units.reduce(0) { $0 + 2 + $1.count }
        }
        return HEVCDecoderConfiguration(bytes: bytes)
    }
}

extension CodedVideoFormat {
    /// Returns the format with the parameter sets of its first sample in the record, if the record lacks some.
    package func completed(by sample: ByteSlice) -> CodedVideoFormat {
        guard !configuration.hasAllParameterSets, let syntax = BitstreamSyntax(.codedVideo(self)) else { return self }
        return adopting(ParameterSets(sample, syntax).replacing(configuration.recordedParameterSets)) ?? self
    }

    /// Returns the format with other parameter sets and the size that they declare; nil if sets are missing.
    package func adopting(_ sets: [UInt8: [[UInt8]]]) -> CodedVideoFormat? {
        guard let configuration = configuration.with(sets) else { return nil }
        var format = self
        format.configuration = configuration
        let set =
            sets[7].flatMap(\.first).flatMap { try? SequenceParameterSet(avc: $0) }
            ?? sets[33].flatMap(\.first).flatMap { try? SequenceParameterSet(hevc: $0) }
        if let set { (format.size, format.pixelAspect) = (set.size, set.pixelAspect) }
        return format
    }
}
