extension CodecConfiguration {
    /// Returns the configuration of H.264 or HEVC with sequence parameter sets that declare these colours, or none.
    package func declaring(_ colour: ColourDescription?) -> CodecConfiguration {
        switch self {
        case .avc(let record):
            let sets = (try? record.parse().sequenceParameterSets) ?? []
            return .avc(
                AVCDecoderConfiguration(
                    bytes: record.bytes.replacing(sets) { try SequenceParameterSet.declaring(colour, avc: $0) }))
        case .hevc(let record):
            let sets = (try? record.parse().parameterSets(ofType: 33)) ?? []
            return .hevc(
                HEVCDecoderConfiguration(
                    bytes: record.bytes.replacing(sets) { try SequenceParameterSet.declaring(colour, hevc: $0) }))
        case .aac, .boxed: return self
        }
    }
}

extension ByteSlice {
    /// Returns a sample of H.264 or HEVC whose sequence parameter sets declare these colours, or none.
    package func declaring(_ colour: ColourDescription?, _ syntax: BitstreamSyntax) -> ByteSlice {
        guard let size = syntax.nalLengthSize else { return self }
        let isAVC = if case .avc = syntax { true } else { false }
        let sets = ParameterSets(self, syntax)[isAVC ? 7 : 33]
        let bytes = sets.isEmpty ? [] : self.bytes
        let result = bytes.replacing(sets, lengthSize: size) { set in
            try isAVC
                ? SequenceParameterSet.declaring(colour, avc: set) : SequenceParameterSet.declaring(colour, hevc: set)
        }
        return result == bytes ? self : ByteSlice(copying: result)
    }
}

extension [UInt8] {
    /// Returns the bytes with other parameter sets, each of which follows its length.
    fileprivate func replacing(
        _ sets: [[UInt8]], lengthSize: Int = 2, by replace: ([UInt8]) throws -> [UInt8]
    ) -> [UInt8] {
        var result = self
        for set in sets {
            guard let other = try? replace(set), other != set else { continue }
            let found = set.prefixed(lengthSize)
            guard let start = result.firstIndex(of: found) else { continue }
            result.replaceSubrange(start..<start + found.count, with: other.prefixed(lengthSize))
        }
        return result
    }

    private func prefixed(_ lengthSize: Int) -> [UInt8] {
        (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + self
    }

    private func firstIndex(of other: [UInt8]) -> Int? {
        guard count >= other.count else { return nil }
        return (0...count - other.count).first { self[$0..<$0 + other.count].elementsEqual(other) }
    }
}
