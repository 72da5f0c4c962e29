/// The NAL units of a video sample: whether they fill it and form exactly one access unit (ISO/IEC 14496-15 4.3.3, 5.3.2).
package struct AccessUnitStructure: Sendable {
    /// The deviation, as the end of a sentence; nil if there is none.
    package private(set) var fault: String?
    /// Whether the sample contains closed caption data.
    package private(set) var hasCaptions = false
    private var sliceCount = 0

    /// The maximum number of units to examine.
    private static let maximumCount = 4096
    /// The start of caption data: registered by ITU-T T.35, United States, ATSC.
    private static let captionMark: [UInt8] = [0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34]

    /// Examines a sample; nil for other syntaxes. The pictures of interlaced video may be two fields.
    package init?(_ sample: ByteSlice, _ syntax: BitstreamSyntax, isInterlaced: Bool) {
        let (size, isHEVC): (Int, Bool)
        switch syntax {
        case .avc(let length): (size, isHEVC) = (length, false)
        case .hevc(let length): (size, isHEVC) = (length, true)
        default: return nil
        }
        sample.withUnsafeBytes { buffer in
            var (end, count) = (0, 0)
            for unit in NALUnitSequence(buffer, lengthSize: size) {
                end += size + unit.count
                count += 1
                guard count <= Self.maximumCount else { return }
                if unit[0] & 0x80 != 0 { fault = fault ?? "a NAL unit whose forbidden bit is set" }
                if isHEVC { readHEVC(unit, isInterlaced) } else { readAVC(unit, isInterlaced) }
            }
            // Zeros at the end are padding.
            if end < buffer.count, buffer[end...].contains(where: { $0 != 0 }) {
                fault = fault ?? "a NAL unit length beyond the end of the sample, after \(end) of \(buffer.count) bytes"
            }
        }
        if sliceCount == 0 { fault = fault ?? "no slice" }
    }

    private mutating func readAVC(_ unit: UnsafeRawBufferPointer, _ isInterlaced: Bool) {
        let type = unit[0] & 0x1f
        if type == 6 { readMessage(unit) }
        guard !isInterlaced else {
            if (1...5).contains(type) { sliceCount += 1 }
            return
        }
        switch type {
        case 1, 5: addSlice(unit, startsPicture: unit.count > 1 && unit[1] & 0x80 != 0)
        case 2...4: sliceCount += 1
        case 7...9 where sliceCount > 0: fault = fault ?? "the start of another access unit after a slice"
        default: break
        }
    }

    private mutating func readHEVC(_ unit: UnsafeRawBufferPointer, _ isInterlaced: Bool) {
        guard unit.count > 2 else { return }
        let type = unit[0] >> 1 & 0x3f
        if type == 39 { readMessage(unit) }
        // Other layers belong to the same access unit.
        guard unit[0] & 1 == 0, unit[1] >> 3 == 0 else { return }
        switch type {
        case 0...9, 16...21: addSlice(unit, startsPicture: unit[2] & 0x80 != 0)
        case 32...35 where sliceCount > 0: fault = fault ?? "the start of another access unit after a slice"
        default: break
        }
    }

    private mutating func addSlice(_ unit: UnsafeRawBufferPointer, startsPicture: Bool) {
        sliceCount += 1
        if fault == nil, let offset = Self.startCode(in: unit) {
            fault = "three bytes at \(offset) of \(unit.count) of a slice that no NAL unit contains"
        }
        if sliceCount == 1, !startsPicture { fault = fault ?? "a first slice that continues another picture" }
        if sliceCount > 1, startsPicture { fault = fault ?? "the slices of two pictures" }
    }

    /// Returns the offset of two zeros before a byte below 3, which NAL units contain at their end only (ITU-T H.264
    /// 7.4.1, H.265 7.4.2); nil if there is none.
    private static func startCode(in unit: UnsafeRawBufferPointer) -> Int? {
        var third = 2
        while third < unit.count {
            let byte = unit[third]
            // Only a zero can also be the first or second byte of the three.
            if byte < 3, unit[third - 1] == 0, unit[third - 2] == 0 {
                return unit[(third - 2)...].contains { $0 != 0 } ? third - 2 : nil
            }
            third += byte == 0 ? 1 : 3
        }
        return nil
    }

    private mutating func readMessage(_ unit: UnsafeRawBufferPointer) {
        guard !hasCaptions, unit.count <= 1 << 14, unit.count > Self.captionMark.count else { return }
        hasCaptions = (0...unit.count - Self.captionMark.count).contains { start in
            unit[start] == 0xb5 && unit[start..<start + Self.captionMark.count].elementsEqual(Self.captionMark)
        }
    }
}
