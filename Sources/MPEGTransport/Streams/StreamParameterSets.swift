import Media

/// Collects the parameter sets of a stream until they determine a format.
struct StreamParameterSets {
    static let limit = 64
    /// The maximum size of one set, in bytes.
    static let size = 4096

    private var units: [UInt8: [[UInt8]]] = [:]

    mutating func merge(_ found: [(type: UInt8, unit: [UInt8])]) {
        for (type, unit) in found where units[type, default: []].count < Self.limit {
            if !units[type, default: []].contains(unit) { units[type, default: []].append(unit) }
        }
    }

    /// Returns whether all of `found` have been collected.
    func contains(_ found: [(type: UInt8, unit: [UInt8])]) -> Bool {
        found.allSatisfy { units[$0.type]?.contains($0.unit) ?? false }
    }

    /// The format that the sets describe; nil if some are missing or invalid.
    func format(_ coding: StreamCoding) -> CodedVideoFormat? {
        let made: (CodecConfiguration, SequenceParameterSet)?
        switch coding {
        case .avc: made = try? avc()
        case .hevc: made = try? hevc()
        default: made = nil
        }
        guard let (configuration, set) = made else { return nil }
        var format = CodedVideoFormat(
            configuration: configuration, size: set.size, pixelAspect: set.pixelAspect, colour: set.colour,
            nominalFrameRate: set.frameRate)
        format.isInterlaced = set.allowsFields
        return format
    }

    /// The number of frames that may be decoded before one that precedes them in presentation; nil if not declared.
    func reorderedFrames(_ coding: StreamCoding) -> Int? {
        let set = units[coding == .hevc ? 33 : 7]?.first
        return set.flatMap { set in
            try? coding == .hevc ? SequenceParameterSet(hevc: set) : SequenceParameterSet(avc: set)
        }?.maxReorderFrames
    }

    private func avc() throws -> (CodecConfiguration, SequenceParameterSet)? {
        guard let first = units[7]?.first, let pictures = units[8] else { return nil }
        let record = try AVCDecoderConfiguration(sequenceParameterSets: units[7] ?? [], pictureParameterSets: pictures)
        return (.avc(record), try SequenceParameterSet(avc: first))
    }

    private func hevc() throws -> (CodecConfiguration, SequenceParameterSet)? {
        guard let videos = units[32], let first = units[33]?.first, let pictures = units[34] else { return nil }
        let record = try HEVCDecoderConfiguration(
            videoParameterSets: videos, sequenceParameterSets: units[33] ?? [], pictureParameterSets: pictures)
        return (.hevc(record), try SequenceParameterSet(hevc: first))
    }
}
