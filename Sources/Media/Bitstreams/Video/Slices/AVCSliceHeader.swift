/// The header of an H.264 slice, read for its length, the order of pictures and its agreement with the parameter sets
/// (ITU-T H.264 7.3.3).
package struct AVCSliceHeader {
    /// The bytes up to the end of the header, including the header of the NAL unit and emulation prevention bytes. The
    /// last byte may contain the first bits of slice data.
    package private(set) var byteCount = 0
    let isIDR: Bool
    let isReference: Bool
    let sequence: AVCSliceParameters
    /// first_mb_in_slice.
    let firstBlock: Int
    /// The first field outside of its range, which nothing else depends on; nil if there is none.
    private(set) var deviation: String?
    /// frame_num.
    let frameNumber: Int
    private(set) var isField = false
    private(set) var isBottomField = false
    /// pic_order_cnt_lsb.
    private(set) var orderBits = 0
    /// delta_pic_order_cnt_bottom, or delta_pic_order_cnt of both fields.
    private(set) var orderDeltas = [0, 0]
    /// Whether the picture resets the order like an IDR picture (memory_management_control_operation 5).
    private(set) var resetsOrder = false

    private enum Kind: Int { case predicted, bipredicted, intra, switchingPredicted, switchingIntra }

    /// The parameter sets of a stream by their numbers.
    package struct ParameterSets: Sendable {
        package var sequences: [Int: AVCSliceParameters] = [:]
        package var pictures: [Int: AVCPictureParameterSet] = [:]

        package init() {}

        /// Adds a parameter set; other units are ignored.
        package mutating func add(_ unit: [UInt8]) throws(BitstreamError) {
            switch (unit.first ?? 0) & 0x1f {
            case 7:
                let parameters = try SequenceParameterSet(avc: unit).avcSlices
                sequences[parameters.id] = parameters
            case 8:
                let set = try AVCPictureParameterSet(unit)
                pictures[set.id] = set
            default: break
            }
        }
    }

    /// Reads the header of a NAL unit of type 1 or 5, header byte included.
    package init(_ unit: UnsafeRawBufferPointer, _ sets: ParameterSets) throws(BitstreamError) {
        guard unit.count > 1 else { throw .endsTooEarly }
        (isIDR, isReference) = (unit[0] & 0x1f == 5, unit[0] & 0x60 != 0)
        var reader = NALBitReader(unit, from: 1)
        firstBlock = try reader.unsignedExpGolomb()
        guard let kind = Kind(rawValue: (try reader.count(upTo: 9, of: "as slice type")) % 5) else {
            throw .invalid("an unknown slice type")
        }
        let number = try reader.count(upTo: 255, of: "as the number of a picture parameter set")
        guard let picture = sets.pictures[number], let sequence = sets.sequences[picture.sequenceID] else {
            throw .invalid("the slice refers to picture parameter set \(number), which is missing")
        }
        self.sequence = sequence
        if sequence.hasSeparatePlanes { _ = try reader.number(2) }
        frameNumber = try reader.number(sequence.frameNumberBits)
        if !sequence.framesOnly {
            isField = try reader.flag()
            if isField { isBottomField = try reader.flag() }
        }
        if isIDR { try reader.unsignedExpGolomb() }
        try readOrder(&reader, hasDelta: picture.hasFieldOrder && !isField)
        if picture.hasRedundantCount { try reader.unsignedExpGolomb() }
        let references = try Self.readReferences(&reader, picture, kind)
        if (picture.isWeighted && (kind == .predicted || kind == .switchingPredicted))
            || (picture.bipredictiveWeights == 1 && kind == .bipredicted)
        {
            try Self.skipWeights(&reader, sequence, references, kind)
        }
        if isReference { try readMarking(&reader) }
        try readEnd(&reader, picture, kind)
        byteCount = reader.byteCount
        // cabac_alignment_one_bit.
        if picture.isArithmetic, try !reader.isAligned(with: true) { deviate("bits of alignment that are not 1") }
    }

    private mutating func deviate(_ text: String) { deviation = deviation ?? text }

    private mutating func readOrder(_ reader: inout NALBitReader, hasDelta: Bool) throws(BitstreamError) {
        if sequence.orderType == 0 {
            orderBits = try reader.number(sequence.orderBits)
            if hasDelta { orderDeltas[0] = try reader.signedExpGolomb() }
        } else if sequence.orderType == 1, !sequence.hasNoOrderDelta {
            orderDeltas[0] = try reader.signedExpGolomb()
            if hasDelta { orderDeltas[1] = try reader.signedExpGolomb() }
        }
    }

    /// Returns the numbers of reference pictures in both lists.
    private static func readReferences(
        _ reader: inout NALBitReader, _ picture: AVCPictureParameterSet, _ kind: Kind
    ) throws(BitstreamError) -> [Int] {
        if kind == .bipredicted { _ = try reader.flag() }
        guard kind != .intra, kind != .switchingIntra else { return [] }
        var counts = [picture.lastReferences[0] + 1]
        if kind == .bipredicted { counts.append(picture.lastReferences[1] + 1) }
        if try reader.flag() {
            for list in counts.indices { counts[list] = 1 + (try reader.count(upTo: 31, of: "more references")) }
        }
        for _ in counts where try reader.flag() {
            // At most one modification per reference, and the end.
            var isComplete = false
            for _ in 0...66 where !isComplete {
                isComplete = try reader.count(upTo: 3, of: "as modification of references") == 3
                if !isComplete { try reader.unsignedExpGolomb() }
            }
            guard isComplete else { throw .invalid("more than 66 modifications of references") }
        }
        return counts
    }

    private static func skipWeights(
        _ reader: inout NALBitReader, _ sequence: AVCSliceParameters, _ references: [Int], _ kind: Kind
    ) throws(BitstreamError) {
        try reader.unsignedExpGolomb()
        if sequence.hasChroma { try reader.unsignedExpGolomb() }
        for count in references {
            for _ in 0..<count {
                if try reader.flag() { try reader.skipExpGolomb(2) }
                if sequence.hasChroma, try reader.flag() { try reader.skipExpGolomb(4) }
            }
        }
    }

    private mutating func readMarking(_ reader: inout NALBitReader) throws(BitstreamError) {
        let (first, second) = (try reader.flag(), isIDR ? try reader.flag() : false)
        guard !isIDR, first else { return _ = second }
        for _ in 0...66 {
            switch try reader.count(upTo: 6, of: "as memory management operation") {
            case 0: return
            case 3: try reader.skipExpGolomb(2)
            case 5: resetsOrder = true
            default: try reader.unsignedExpGolomb()
            }
        }
        throw .invalid("more than 66 memory management operations")
    }

    private mutating func readEnd(
        _ reader: inout NALBitReader, _ picture: AVCPictureParameterSet, _ kind: Kind
    ) throws(BitstreamError) {
        if picture.isArithmetic, kind != .intra, kind != .switchingIntra, try reader.unsignedExpGolomb() > 2 {
            deviate("a cabac_init_idc above 2")
        }
        let quantizer = picture.quantizer + (try reader.signedExpGolomb())
        if !(-sequence.quantizerOffset...51).contains(quantizer) { deviate("a quantizer of \(quantizer)") }
        if kind == .switchingPredicted { _ = try reader.flag() }
        if kind == .switchingPredicted || kind == .switchingIntra { try reader.skipExpGolomb(1) }
        if picture.hasDeblockingControl {
            let mode = try reader.unsignedExpGolomb()
            if mode > 2 { deviate("a disable_deblocking_filter_idc above 2") }
            if mode != 1 {
                for _ in 0..<2 where try !(-6...6).contains(reader.signedExpGolomb()) {
                    deviate("an offset of the deblocking filter above 6")
                }
            }
        }
        if let rate = picture.groupChangeRate {
            // Ceil(Log2(PicSizeInMapUnits ÷ SliceGroupChangeRate + 1)), where ÷ does not round.
            let cycles = (sequence.mapUnits + rate - 1) / rate + 1
            _ = try reader.number(NALBitReader.bits(for: cycles))
        }
    }
}
