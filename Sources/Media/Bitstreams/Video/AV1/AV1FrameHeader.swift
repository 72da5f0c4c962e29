/// The uncompressed header of an AV1 frame, read for its length and its tiles (AV1 specification 5.9.2).
struct AV1FrameHeader {
    let sequence: AV1SequenceHeader
    let references: [AV1ReferenceFrame?]
    /// temporal_id and spatial_id of the unit.
    let layer: (temporal: Int, spatial: Int)

    /// The slot of a frame that is shown again; nil for frames with tiles.
    private(set) var shownSlot: Int?
    /// refresh_frame_flags.
    private(set) var refreshed = 0xff
    /// The state of the frame after it is decoded.
    var state = AV1ReferenceFrame()
    private(set) var tiles = AV1TileGrid()

    private(set) var isIntra = true
    private var isInter = false
    private(set) var isShown = true
    private(set) var isShowable = false
    private var isResilient = false
    private var allowsScreenContent = false
    var hasIntegerMotion = false
    var allowsHighPrecision = false
    private var allowsBlockCopy = false
    /// primary_ref_frame; nil for none.
    private(set) var primary: Int?
    /// ref_frame_idx.
    var slots = [Int](repeating: 0, count: 7)
    private var overridesSize = false
    var quantizer = AV1FrameQuantizer()

    var planeCount: Int { sequence.isMonochrome ? 1 : 3 }
    var isInterFrame: Bool { isInter }
    private var fields: AV1FrameParameters { sequence.frames }

    init(
        _ reader: inout BitReader, _ sequence: AV1SequenceHeader, _ references: [AV1ReferenceFrame?],
        layer: (temporal: Int, spatial: Int)
    ) throws(BitstreamError) {
        (self.sequence, self.references, self.layer) = (sequence, references, layer)
        try readStart(&reader)
        guard shownSlot == nil else { return }
        if isIntra { try readIntraSize(&reader) } else { try readReferences(&reader) }
        if !fields.isReduced, !disablesUpdate { try reader.skip(1) }
        let blockSize = fields.hasLargeSuperblocks ? 128 : 64
        tiles = try AV1TileGrid(&reader, width: state.width, height: state.height, blockSize: blockSize)
        try readQuantizer(&reader)
        try readFilters(&reader)
        try readModes(&reader)
        try readMotion(&reader)
        try skipFilmGrain(&reader)
    }

    private var disablesUpdate = false

    /// Reads up to the sizes of the frame.
    private mutating func readStart(_ reader: inout BitReader) throws(BitstreamError) {
        var type = 0
        if !fields.isReduced {
            if try reader.flag() { return try readShownSlot(&reader) }
            type = try reader.number(2)
            (isIntra, isInter) = (type == 0 || type == 2, type == 1)
            isShown = try reader.flag()
            if isShown, hasPresentationTime { try reader.skip(fields.presentationTimeBits) }
            isShowable = isShown ? type != 0 : try reader.flag()
            isResilient = type == 3 || (type == 0 && isShown) ? true : try reader.flag()
        } else {
            isResilient = true
        }
        state.isKeyFrame = type == 0
        disablesUpdate = try reader.flag()
        allowsScreenContent = fields.screenContentTools == 2 ? try reader.flag() : fields.screenContentTools == 1
        if allowsScreenContent {
            hasIntegerMotion = fields.integerMotion == 2 ? try reader.flag() : fields.integerMotion == 1
        }
        if let bits = fields.numberBits { try reader.skip(bits) }
        overridesSize = type == 3 ? true : fields.isReduced ? false : try reader.flag()
        state.orderHint = try reader.number(fields.orderHintBits)
        if !isIntra, !isResilient {
            let number = try reader.number(3)
            primary = number == 7 ? nil : number
        } else if isIntra, !isResilient {
            // Intra frames have no primary reference.
            primary = nil
        }
        if fields.hasDecoderModel, try reader.flag() { try skipRemovalTimes(&reader) }
        if type != 3, !(type == 0 && isShown) { refreshed = try reader.number(8) }
        if !isIntra || refreshed != 0xff, isResilient, fields.orderHintBits > 0 {
            try reader.skip(8 * fields.orderHintBits)
        }
    }

    private var hasPresentationTime: Bool { fields.hasDecoderModel && !fields.hasEqualPictureInterval }

    private mutating func readShownSlot(_ reader: inout BitReader) throws(BitstreamError) {
        let slot = try reader.number(3)
        if hasPresentationTime { try reader.skip(fields.presentationTimeBits) }
        if let bits = fields.numberBits { try reader.skip(bits) }
        guard let shown = references[slot] else { throw .invalid("a shown frame is missing") }
        (shownSlot, state, refreshed) = (slot, shown, shown.isKeyFrame ? 0xff : 0)
    }

    private func skipRemovalTimes(_ reader: inout BitReader) throws(BitstreamError) {
        for case let point? in fields.modelledPoints {
            let isPresent = point >> layer.temporal & 1 == 1 && point >> (layer.spatial + 8) & 1 == 1
            if point == 0 || isPresent { try reader.skip(fields.removalTimeBits) }
        }
    }

    // MARK: Sizes

    private mutating func readIntraSize(_ reader: inout BitReader) throws(BitstreamError) {
        try readSize(&reader)
        try Self.skipRenderSize(&reader)
        if allowsScreenContent, state.upscaledWidth == state.width { allowsBlockCopy = try reader.flag() }
    }

    private mutating func readReferences(_ reader: inout BitReader) throws(BitstreamError) {
        let isShort = fields.orderHintBits > 0 ? try reader.flag() : false
        if isShort {
            let (last, golden) = (try reader.number(3), try reader.number(3))
            slots = AV1ReferenceOrder(references, sequence, orderHint: state.orderHint).slots(
                last: last, golden: golden)
        }
        for index in 0..<7 {
            if !isShort { slots[index] = try reader.number(3) }
            if fields.numberBits != nil { try reader.skip(fields.differenceBits) }
        }
        if overridesSize, !isResilient {
            try readReferredSize(&reader)
        } else {
            try readSize(&reader)
            try Self.skipRenderSize(&reader)
        }
        allowsHighPrecision = hasIntegerMotion ? false : try reader.flag()
        // The interpolation filter, unless it is chosen per block.
        if try !reader.flag() { try reader.skip(2) }
        try reader.skip(1)
        if !isResilient, fields.allowsReferenceMotion { try reader.skip(1) }
    }

    private mutating func readSize(_ reader: inout BitReader) throws(BitstreamError) {
        var size = sequence.size
        if overridesSize {
            size.width = 1 + (try reader.number(fields.widthBits))
            size.height = 1 + (try reader.number(fields.heightBits))
        }
        state.height = size.height
        try readSuperResolution(&reader, upscaledWidth: size.width)
    }

    private mutating func readReferredSize(_ reader: inout BitReader) throws(BitstreamError) {
        for slot in slots where try reader.flag() {
            guard let other = references[slot] else { throw .invalid("a frame refers to a frame that is missing") }
            state.height = other.height
            return try readSuperResolution(&reader, upscaledWidth: other.upscaledWidth)
        }
        try readSize(&reader)
        try Self.skipRenderSize(&reader)
    }

    private mutating func readSuperResolution(
        _ reader: inout BitReader, upscaledWidth: Int
    ) throws(BitstreamError) {
        state.upscaledWidth = upscaledWidth
        state.width = upscaledWidth
        guard fields.allowsSuperResolution, try reader.flag() else { return }
        let denominator = 9 + (try reader.number(3))
        state.width = (upscaledWidth * 8 + denominator / 2) / denominator
    }

    private static func skipRenderSize(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { try reader.skip(32) }
    }

    // MARK: Quantizer and filters

    /// quantization_params, segmentation_params, delta_q_params and delta_lf_params.
    private mutating func readQuantizer(_ reader: inout BitReader) throws(BitstreamError) {
        let hasSeparateDeltas = fields.hasSeparateChromaDeltas
        try quantizer.read(&reader, planeCount: planeCount, hasSeparateDeltas: hasSeparateDeltas)
        try readSegments(&reader)
        guard quantizer.index > 0, try reader.flag() else { return }
        try reader.skip(2)
        if !allowsBlockCopy, try reader.flag() { try reader.skip(3) }
    }

    private mutating func readSegments(_ reader: inout BitReader) throws(BitstreamError) {
        guard try reader.flag() else { return }
        if let primary { state.segmentQuantizers = try reference(primary).segmentQuantizers }
        var updates = primary == nil
        if !updates {
            if try reader.flag() { try reader.skip(1) }
            updates = try reader.flag()
        }
        guard updates else { return }
        for segment in 0..<8 {
            state.segmentQuantizers[segment] = nil
            for (feature, bits) in [9, 7, 7, 7, 7, 3, 0, 0].enumerated() where try reader.flag() {
                if feature == 0 {
                    let value = try reader.number(9)
                    state.segmentQuantizers[segment] = value > 255 ? value - 512 : value
                } else {
                    try reader.skip(bits)
                }
            }
        }
    }

    /// The frame that ref_frame_idx selects.
    func reference(_ index: Int) throws(BitstreamError) -> AV1ReferenceFrame {
        guard let frame = references[slots[index]] else { throw .invalid("a frame refers to a frame that is missing") }
        return frame
    }

    private var isLossless: Bool { quantizer.isLossless(segments: state.segmentQuantizers) }

    /// loop_filter_params, cdef_params, lr_params and read_tx_mode.
    private func readFilters(_ reader: inout BitReader) throws(BitstreamError) {
        let isLossless = isLossless
        if !isLossless, !allowsBlockCopy {
            try skipLoopFilter(&reader)
            if fields.allowsDirectionalEnhancement { try skipDirectionalEnhancement(&reader) }
        }
        let isAllLossless = isLossless && state.width == state.upscaledWidth
        if !isAllLossless, !allowsBlockCopy, fields.allowsRestoration { try skipRestoration(&reader) }
        if !isLossless { try reader.skip(1) }
    }

    private func skipLoopFilter(_ reader: inout BitReader) throws(BitstreamError) {
        let levels = (try reader.number(6), try reader.number(6))
        if planeCount > 1, levels.0 > 0 || levels.1 > 0 { try reader.skip(12) }
        try reader.skip(3)
        guard try reader.flag(), try reader.flag() else { return }
        for _ in 0..<10 { if try reader.flag() { try reader.skip(7) } }
    }

    private func skipDirectionalEnhancement(_ reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(2)
        let bits = try reader.number(2)
        try reader.skip((planeCount > 1 ? 12 : 6) << bits)
    }

    private func skipRestoration(_ reader: inout BitReader) throws(BitstreamError) {
        var (isUsed, isUsedForChroma) = (false, false)
        for plane in 0..<planeCount where try reader.number(2) != 0 {
            isUsed = true
            if plane > 0 { isUsedForChroma = true }
        }
        guard isUsed else { return }
        // The size of a unit: once, or twice with small superblocks.
        if try reader.flag(), !fields.hasLargeSuperblocks { try reader.skip(1) }
        if sequence.subsamplingX, sequence.subsamplingY, isUsedForChroma { try reader.skip(1) }
    }

    // MARK: Modes

    /// frame_reference_mode, skip_mode_params, allow_warped_motion and reduced_tx_set.
    private func readModes(_ reader: inout BitReader) throws(BitstreamError) {
        if !isIntra {
            let selects = try reader.flag()
            let order = AV1ReferenceOrder(references, sequence, orderHint: state.orderHint)
            if selects, fields.orderHintBits > 0, order.allowsSkipMode(slots) { try reader.skip(1) }
            if !isResilient, fields.allowsWarpedMotion { try reader.skip(1) }
        }
        try reader.skip(1)
    }
}
