extension AV1FrameHeader {
    /// global_motion_params (AV1 specification 5.9.24).
    mutating func readMotion(_ reader: inout BitReader) throws(BitstreamError) {
        guard !isIntra else { return }
        var previous = AV1ReferenceFrame.noMotion
        if let primary { previous = try reference(primary).motion }
        for index in 0..<7 where try reader.flag() {
            // The number of parameters follows from the type: rotation and zoom, translation, or affine.
            let isRotation = try reader.flag()
            let isTranslation = isRotation ? false : try reader.flag()
            if !isTranslation {
                for parameter in 2...(isRotation ? 3 : 5) {
                    try readParameter(&reader, index, parameter, previous, isTranslation: false)
                }
                if isRotation {
                    state.motion[index][4] = -state.motion[index][3]
                    state.motion[index][5] = state.motion[index][2]
                }
            }
            for parameter in 0...1 {
                try readParameter(&reader, index, parameter, previous, isTranslation: isTranslation)
            }
        }
    }

    /// read_global_param (AV1 specification 5.9.25).
    private mutating func readParameter(
        _ reader: inout BitReader, _ index: Int, _ parameter: Int, _ previous: [[Int]], isTranslation: Bool
    ) throws(BitstreamError) {
        var (valueBits, precision) = (12, 15)
        if parameter < 2 {
            let isCoarse = allowsHighPrecision ? 0 : 1
            (valueBits, precision) = isTranslation ? (9 - isCoarse, 3 - isCoarse) : (12, 6)
        }
        let isDiagonal = parameter % 3 == 2
        let shift = 16 - precision
        let maximum = 1 << valueBits
        let reference = previous[index][parameter] >> shift - (isDiagonal ? 1 << precision : 0)
        let value = try Self.signedExpansion(&reader, -maximum, maximum + 1, reference)
        state.motion[index][parameter] = value << shift + (isDiagonal ? 1 << 16 : 0)
    }

    /// decode_signed_subexp_with_ref (AV1 specification 5.9.26).
    private static func signedExpansion(
        _ reader: inout BitReader, _ low: Int, _ high: Int, _ reference: Int
    ) throws(BitstreamError) -> Int {
        let (count, reference) = (high - low, reference - low)
        let value = try expansion(&reader, count: count)
        if reference << 1 <= count { return inverse(reference, value) + low }
        return count - 1 - inverse(count - 1 - reference, value) + low
    }

    /// decode_subexp (AV1 specification 5.9.28).
    private static func expansion(_ reader: inout BitReader, count: Int) throws(BitstreamError) -> Int {
        var (step, base) = (0, 0)
        while true {
            let bits = step > 0 ? 3 + step - 1 : 3
            let size = 1 << bits
            if count <= base + 3 * size { return base + (try reader.nonSymmetric(count - base)) }
            guard try reader.flag() else { return base + (try reader.number(bits)) }
            step += 1
            base += size
        }
    }

    /// inverse_recenter (AV1 specification 5.9.29).
    private static func inverse(_ reference: Int, _ value: Int) -> Int {
        if value > 2 * reference { return value }
        return value & 1 == 1 ? reference - (value + 1) >> 1 : reference + value >> 1
    }

    /// film_grain_params (AV1 specification 5.9.30).
    func skipFilmGrain(_ reader: inout BitReader) throws(BitstreamError) {
        guard sequence.frames.allowsFilmGrain, isShown || isShowable, try reader.flag() else { return }
        try reader.skip(16)
        if isInterFrame, try !reader.flag() { return try reader.skip(3) }
        let lumaPoints = try reader.number(4)
        try reader.skip(16 * lumaPoints)
        let isFromLuma = sequence.isMonochrome ? false : try reader.flag()
        var points = [0, 0]
        let isHalved = sequence.subsamplingX && sequence.subsamplingY
        if !sequence.isMonochrome, !isFromLuma, !(isHalved && lumaPoints == 0) {
            for plane in 0...1 {
                points[plane] = try reader.number(4)
                try reader.skip(16 * points[plane])
            }
        }
        try reader.skip(2)
        let lag = try reader.number(2)
        let lumaCount = 2 * lag * (lag + 1)
        let chromaCount = lumaPoints > 0 ? lumaCount + 1 : lumaCount
        if lumaPoints > 0 { try reader.skip(8 * lumaCount) }
        for count in points where isFromLuma || count > 0 { try reader.skip(8 * chromaCount) }
        try reader.skip(4)
        for count in points where count > 0 { try reader.skip(25) }
        try reader.skip(2)
    }
}
