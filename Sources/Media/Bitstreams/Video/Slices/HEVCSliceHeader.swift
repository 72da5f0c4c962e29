/// The header of an HEVC slice segment, read for its length, the order of pictures and its agreement with the parameter
/// sets (ITU-T H.265 7.3.6.1).
package struct HEVCSliceHeader {
    /// The bytes up to the end of the header with its alignment, including the header of the NAL unit and emulation
    /// prevention bytes.
    package private(set) var byteCount = 0

    /// The parameter sets of a stream by their numbers.
    package struct ParameterSets: Sendable {
        package var sequences: [Int: HEVCSliceParameters] = [:]
        package var pictures: [Int: HEVCPictureParameterSet] = [:]

        package init() {}

        /// Adds a parameter set of the base layer; other units are ignored.
        package mutating func add(_ unit: [UInt8]) throws(BitstreamError) {
            guard unit.count > 2, unit[0] & 1 == 0, unit[1] >> 3 == 0 else { return }
            switch unit[0] >> 1 & 0x3f {
            case 33:
                let parameters = try SequenceParameterSet(hevc: unit).hevcSlices
                sequences[parameters.id] = parameters
            case 34:
                let set = try HEVCPictureParameterSet(unit)
                pictures[set.id] = set
            default: break
            }
        }
    }

    private enum Kind: Int { case bipredicted, predicted, intra }

    /// The type of the NAL unit.
    let type: UInt8
    let sequence: HEVCSliceParameters
    /// slice_segment_address; 0 for the first slice segment of a picture.
    private(set) var address = 0
    /// num_entry_point_offsets.
    private(set) var entryCount = 0
    /// The first field outside of its range, which nothing else depends on; nil if there is none.
    private(set) var deviation: String?
    /// slice_pic_order_cnt_lsb; 0 for IDR pictures and dependent slices.
    private(set) var orderBits = 0
    let picture: HEVCPictureParameterSet

    /// Reads the header of a NAL unit of type 0 to 9 or 16 to 21 of the base layer, including both header bytes.
    package init(_ unit: UnsafeRawBufferPointer, _ sets: ParameterSets) throws(BitstreamError) {
        guard unit.count > 2 else { throw .endsTooEarly }
        type = unit[0] >> 1 & 0x3f
        var reader = NALBitReader(unit, from: 2)
        let isFirst = try reader.flag()
        if (16...23).contains(type) { _ = try reader.flag() }
        let number = try reader.count(upTo: 63, of: "as the number of a picture parameter set")
        guard let picture = sets.pictures[number], let sequence = sets.sequences[picture.sequenceID] else {
            throw .invalid("the slice refers to picture parameter set \(number), which is missing")
        }
        guard !sequence.isForScreenContent else { throw .invalid("slices of a profile for screen content") }
        (self.picture, self.sequence) = (picture, sequence)
        var isDependent = false
        if !isFirst {
            if picture.allowsDependentSlices { isDependent = try reader.flag() }
            address = try reader.number(NALBitReader.bits(for: sequence.blockCount))
            if !(1..<sequence.blockCount).contains(address) { deviate("a slice address of \(address)") }
        }
        if !isDependent { try readIndependentFields(&reader) }
        let entries = picture.hasEntryPoints ? try readEntryPoints(&reader) : 0
        if picture.hasHeaderExtension {
            for _ in 0..<(try reader.count(upTo: 256, of: "bytes of header extension")) { _ = try reader.number(8) }
        }
        // byte_alignment(): a bit 1, then zeros.
        guard try reader.flag() else { throw .invalid("a slice header does not end with alignment") }
        byteCount = reader.byteCount
        if try !reader.isAligned(with: false) { deviate("bits of alignment that are not 0") }
        if entries > unit.count - byteCount { deviate("entry points beyond the end of the slice") }
    }

    private mutating func deviate(_ text: String) { deviation = deviation ?? text }

    /// Returns the bytes before the last entry point.
    private mutating func readEntryPoints(_ reader: inout NALBitReader) throws(BitstreamError) -> Int {
        entryCount = try reader.count(upTo: 440 * 270, of: "entry points")
        guard entryCount > 0 else { return 0 }
        let bits = 1 + (try reader.count(upTo: 31, of: "more bits of entry points"))
        var size = 0
        for _ in 0..<entryCount { size += 1 + (try reader.number(bits)) }
        return size
    }

    private mutating func readIndependentFields(_ reader: inout NALBitReader) throws(BitstreamError) {
        _ = try reader.number(picture.extraHeaderBits)
        guard let kind = Kind(rawValue: try reader.count(upTo: 2, of: "as slice type")) else { return }
        if picture.hasOutputFlag { _ = try reader.flag() }
        if sequence.hasSeparatePlanes { _ = try reader.number(2) }
        var (usedReferences, hasTemporalPrediction) = (0, false)
        if type != 19, type != 20 {
            orderBits = try reader.number(sequence.orderBits)
            usedReferences = try readShortTermReferences(&reader)
            if sequence.hasLongTermReferences { usedReferences += try readLongTermReferences(&reader) }
            if sequence.hasTemporalPrediction { hasTemporalPrediction = try reader.flag() }
        }
        var usesAdaptiveOffset = false
        if sequence.hasAdaptiveOffset {
            let luma = try reader.flag()
            let chroma = sequence.hasChroma ? try reader.flag() : false
            usesAdaptiveOffset = luma || chroma
        }
        if kind != .intra { try readPrediction(&reader, kind, usedReferences, hasTemporalPrediction) }
        let quantizer = picture.quantizer + (try reader.signedExpGolomb())
        if !(-sequence.quantizerOffset...51).contains(quantizer) { deviate("a quantizer of \(quantizer)") }
        if picture.hasChromaOffsets { try reader.skipExpGolomb(2) }
        if picture.hasChromaOffsetLists { _ = try reader.flag() }
        var isDeblockingDisabled = picture.isDeblockingDisabled
        if picture.allowsDeblockingOverride, try reader.flag() {
            isDeblockingDisabled = try reader.flag()
            if !isDeblockingDisabled {
                for _ in 0..<2 where try !(-6...6).contains(reader.signedExpGolomb()) {
                    deviate("an offset of the deblocking filter above 6")
                }
            }
        }
        if picture.filtersAcrossSlices, usesAdaptiveOffset || !isDeblockingDisabled { _ = try reader.flag() }
    }

    /// Returns the number of short-term pictures that the current picture may refer to.
    private func readShortTermReferences(_ reader: inout NALBitReader) throws(BitstreamError) -> Int {
        let sets = sequence.referenceSets
        guard try reader.flag() else {
            return try HEVCReferenceSet(&reader, index: sets.count, sets: sets, isInSlice: true).usedCount
        }
        guard !sets.isEmpty else { throw .invalid("a slice refers to reference pictures that are missing") }
        let index = sets.count > 1 ? try reader.number(NALBitReader.bits(for: sets.count)) : 0
        guard index < sets.count else { throw .invalid("a slice refers to reference pictures that are missing") }
        return sets[index].usedCount
    }

    /// Returns the number of long-term pictures that the current picture may refer to.
    private func readLongTermReferences(_ reader: inout NALBitReader) throws(BitstreamError) -> Int {
        let known = sequence.longTermUsed
        let knownCount = known.isEmpty ? 0 : try reader.count(upTo: 32, of: "long-term references")
        let total = knownCount + (try reader.count(upTo: 32, of: "long-term references"))
        var used = 0
        for number in 0..<total {
            if number < knownCount {
                let index = known.count > 1 ? try reader.number(NALBitReader.bits(for: known.count)) : 0
                guard index < known.count else { throw .invalid("a long-term reference that is missing") }
                used += known[index] ? 1 : 0
            } else {
                _ = try reader.number(sequence.orderBits)
                used += try reader.flag() ? 1 : 0
            }
            if try reader.flag() { try reader.unsignedExpGolomb() }
        }
        return used
    }

    private mutating func readPrediction(
        _ reader: inout NALBitReader, _ kind: Kind, _ usedReferences: Int, _ hasTemporalPrediction: Bool
    ) throws(BitstreamError) {
        var counts = [picture.lastReferences[0] + 1]
        if kind == .bipredicted { counts.append(picture.lastReferences[1] + 1) }
        if try reader.flag() {
            for list in counts.indices { counts[list] = 1 + (try reader.count(upTo: 14, of: "more references")) }
        }
        if picture.allowsListModification, usedReferences > 1 {
            for count in counts where try reader.flag() {
                for _ in 0..<count { _ = try reader.number(NALBitReader.bits(for: usedReferences)) }
            }
        }
        if kind == .bipredicted { _ = try reader.flag() }
        if picture.hasArithmeticChoice { _ = try reader.flag() }
        if hasTemporalPrediction {
            // The collocated picture is in the first list unless the slice states the second.
            let list = kind == .bipredicted ? (try reader.flag() ? 0 : 1) : 0
            if counts[list] > 1 { try reader.unsignedExpGolomb() }
        }
        if (picture.isWeighted && kind == .predicted) || (picture.isBipredictionWeighted && kind == .bipredicted) {
            try skipWeights(&reader, counts)
        }
        if try reader.unsignedExpGolomb() > 4 { deviate("a five_minus_max_num_merge_cand above 4") }
    }

    private func skipWeights(_ reader: inout NALBitReader, _ counts: [Int]) throws(BitstreamError) {
        try reader.unsignedExpGolomb()
        if sequence.hasChroma { try reader.skipExpGolomb(1) }
        for count in counts {
            var (luma, chroma) = ([Bool](), [Bool]())
            for _ in 0..<count { luma.append(try reader.flag()) }
            for _ in 0..<count { chroma.append(sequence.hasChroma ? try reader.flag() : false) }
            for index in 0..<count { try reader.skipExpGolomb((luma[index] ? 2 : 0) + (chroma[index] ? 4 : 0)) }
        }
    }
}
