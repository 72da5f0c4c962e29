/// The fields of an H.264 picture parameter set on which the syntax of slice headers depends (ITU-T H.264 7.3.2.2).
package struct AVCPictureParameterSet: Sendable, Hashable {
    package private(set) var id = 0
    package private(set) var sequenceID = 0
    private(set) var isArithmetic = false
    private(set) var hasFieldOrder = false
    /// slice_group_change_rate_minus1 + 1 of slice groups that change; nil for others.
    private(set) var groupChangeRate: Int?
    /// num_ref_idx_default_active_minus1 of both lists.
    private(set) var lastReferences = [0, 0]
    private(set) var isWeighted = false
    /// weighted_bipred_idc.
    private(set) var bipredictiveWeights = 0
    /// 26 + pic_init_qp_minus26.
    private(set) var quantizer = 26
    private(set) var hasDeblockingControl = false
    private(set) var hasRedundantCount = false

    /// Reads a NAL unit of type 8, header byte included.
    package init(_ unit: [UInt8]) throws(BitstreamError) {
        guard let header = unit.first, header & 0x1f == 8 else {
            throw .invalid("a picture parameter set is expected (NAL unit type 8)")
        }
        try ByteSlice(copying: unit).withUnsafeBytes { unit throws(BitstreamError) in
            var reader = NALBitReader(unit, from: 1)
            try read(&reader)
        }
    }

    private mutating func read(_ reader: inout NALBitReader) throws(BitstreamError) {
        id = try reader.count(upTo: 255, of: "as the number of a picture parameter set")
        sequenceID = try reader.count(upTo: 31, of: "as the number of a sequence parameter set")
        isArithmetic = try reader.flag()
        hasFieldOrder = try reader.flag()
        let groups = 1 + (try reader.count(upTo: 7, of: "more slice groups"))
        if groups > 1 { try readGroups(&reader, count: groups) }
        for list in 0...1 { lastReferences[list] = try reader.count(upTo: 31, of: "more reference pictures") }
        isWeighted = try reader.flag()
        bipredictiveWeights = try reader.number(2)
        quantizer = 26 + (try reader.signedExpGolomb())
        try reader.skipExpGolomb(2)
        hasDeblockingControl = try reader.flag()
        _ = try reader.flag()
        hasRedundantCount = try reader.flag()
    }

    private mutating func readGroups(_ reader: inout NALBitReader, count: Int) throws(BitstreamError) {
        switch try reader.count(upTo: 6, of: "as slice group map type") {
        case 0: try reader.skipExpGolomb(count)
        case 2: try reader.skipExpGolomb(2 * (count - 1))
        case 3, 4, 5:
            _ = try reader.flag()
            groupChangeRate = 1 + (try reader.unsignedExpGolomb())
        case 6:
            let units = 1 + (try reader.count(upTo: 4096 * 4096, of: "slice group map units"))
            for _ in 0..<units { _ = try reader.number(NALBitReader.bits(for: count)) }
        default: break
        }
    }
}
