/// Compares the slices of the samples of a track with its parameter sets and with each other (ITU-T H.264 7.4.3, H.265
/// 7.4.7.1).
///
/// Segments of another variant, lost pictures and overwritten slice headers contradict them. Slice data are not decoded.
package struct SliceConformance: Sendable {
    private enum Sets: Sendable {
        case avc(AVCSliceHeader.ParameterSets)
        case hevc(HEVCSliceHeader.ParameterSets)
    }

    private let lengthSize: Int
    /// Whether the next slices refer to the known parameter sets. Sample entries that allow sets in samples need not contain
    /// the current sets.
    private var isTrusted: Bool
    /// The sizes that parameter sets in samples may have; empty for any.
    private let sizes: Set<PixelSize>
    private var sets: Sets
    /// frame_num of the last reference picture of H.264 since an IDR picture; nil before the first one.
    private var reference: Int?
    /// Whether the current sample has had a slice; further first slices are of a second field or are redundant.
    private var hasSlice = false
    /// Counts the pictures since the last restart of their order; nil if a picture could not be placed.
    private var counter: PictureOrderCounter?
    /// The place of the last picture in the order of presentation; nil if it is unknown.
    package private(set) var place: PictureOrderCounter.Place?

    /// The maximum size of a parameter set in bytes.
    private static let maximumSetSize = 4096

    /// Reads the parameter sets of a format; nil for other codecs and for sets that cannot be read.
    ///
    /// With `allowsOtherSets`, samples may replace the sets, as in the sample entries `avc3` and `hev1`.
    package init?(_ format: CodedVideoFormat, allowsOtherSets: Bool) {
        do throws(BitstreamError) {
            var sizes: Set<PixelSize> = []
            switch format.configuration {
            case .avc(let configuration):
                let record = try configuration.parse()
                var sets = AVCSliceHeader.ParameterSets()
                for unit in record.sequenceParameterSets {
                    try sets.add(unit)
                    sizes.insert(try SequenceParameterSet(avc: unit).size)
                }
                for unit in record.pictureParameterSets { try sets.add(unit) }
                isTrusted = !sets.sequences.isEmpty && !sets.pictures.isEmpty && !allowsOtherSets
                (self.sets, lengthSize) = (.avc(sets), configuration.nalLengthSize)
                counter = .avc
                for unit in record.sequenceParameterSets + record.pictureParameterSets {
                    try counter?.add(parameterSet: unit)
                }
            case .hevc(let configuration):
                var sets = HEVCSliceHeader.ParameterSets()
                counter = .hevc
                for unit in try configuration.parse().arrays.flatMap(\.units) {
                    try sets.add(unit)
                    try counter?.add(parameterSet: unit)
                    if let size = Self.size(hevc: unit) { sizes.insert(size) }
                }
                isTrusted = !sets.sequences.isEmpty && !sets.pictures.isEmpty && !allowsOtherSets
                (self.sets, lengthSize) = (.hevc(sets), configuration.nalLengthSize)
            case .aac, .boxed: return nil
            }
            self.sizes = allowsOtherSets ? [] : sizes
        } catch {
            return nil
        }
    }

    /// The size in a sequence parameter set; nil for other units.
    private static func size(avc unit: [UInt8]) -> PixelSize? {
        guard let first = unit.first, first & 0x1f == 7 else { return nil }
        return try? SequenceParameterSet(avc: unit).size
    }

    /// The size in a sequence parameter set of the base layer; nil for other units.
    private static func size(hevc unit: [UInt8]) -> PixelSize? {
        guard unit.count > 2, unit[0] >> 1 & 0x3f == 33, unit[0] & 1 == 0, unit[1] >> 3 == 0 else { return nil }
        return try? SequenceParameterSet(hevc: unit).size
    }

    /// Returns the first deviation of the next sample in decode order, as the end of a sentence; nil if there is none.
    package mutating func fault(of sample: ByteSlice) -> String? {
        (place, hasSlice) = (nil, false)
        return sample.withUnsafeBytes { buffer in
            switch sets {
            case .avc(var sets):
                var fault: String?
                for unit in NALUnitSequence(buffer, lengthSize: lengthSize) where unit.count > 1 && fault == nil {
                    switch unit[0] & 0x1f {
                    case 7, 8:
                        fault = add(unit, ofPictures: unit[0] & 0x1f == 8, size: Self.size(avc:)) {
                            bytes throws(BitstreamError) in try sets.add(bytes)
                        }
                    case 1, 5: fault = examine(unit, sets)
                    default: break
                    }
                }
                self.sets = .avc(sets)
                return fault
            case .hevc(var sets):
                var (fault, rows): (String?, Rows?)
                for unit in NALUnitSequence(buffer, lengthSize: lengthSize) where unit.count > 2 && fault == nil {
                    guard unit[0] & 1 == 0, unit[1] >> 3 == 0 else { continue }
                    switch unit[0] >> 1 & 0x3f {
                    case 33, 34:
                        fault = add(unit, ofPictures: unit[0] >> 1 & 0x3f == 34, size: Self.size(hevc:)) {
                            bytes throws(BitstreamError) in try sets.add(bytes)
                        }
                    case 0...9, 16...21: fault = examine(unit, sets, &rows)
                    default: break
                    }
                }
                self.sets = .hevc(sets)
                return fault ?? rows.flatMap(\.fault)
            }
        }
    }

    /// Determines the place of the first picture of a sample.
    private mutating func locate(_ slice: UnsafeRawBufferPointer) {
        do throws(BitstreamError) { place = try counter?.place(slice) } catch { counter = nil }
    }

    /// Adds a parameter set of a sample. Returns the contradiction of the picture size that it declares.
    private mutating func add(
        _ unit: UnsafeRawBufferPointer, ofPictures: Bool, size: ([UInt8]) -> PixelSize?,
        to sets: ([UInt8]) throws(BitstreamError) -> Void
    ) -> String? {
        guard unit.count <= Self.maximumSetSize else { return nil }
        let bytes = Array(unit)
        do throws(BitstreamError) {
            try sets(bytes)
            try counter?.add(parameterSet: bytes)
            if ofPictures { isTrusted = true }
        } catch {
            isTrusted = false
        }
        return size(bytes).flatMap(fault)
    }

    private func fault(of size: PixelSize) -> String? {
        guard !sizes.isEmpty, !sizes.contains(size), let expected = sizes.first else { return nil }
        return "a sequence parameter set for \(size) in a track of \(expected)"
    }

    // MARK: H.264

    private mutating func examine(_ unit: UnsafeRawBufferPointer, _ sets: AVCSliceHeader.ParameterSets) -> String? {
        guard isTrusted else { return nil }
        do throws(BitstreamError) {
            let slice = try AVCSliceHeader(unit, sets)
            if let deviation = slice.deviation { return Self.contradiction(deviation) }
            let count = slice.sequence.blockCount / (slice.isField ? 2 : 1)
            guard slice.firstBlock < count else {
                return "a slice that starts at macroblock \(slice.firstBlock) of \(count)"
            }
            guard !hasSlice else { return nil }
            hasSlice = true
            locate(unit)
            return follow(slice)
        } catch {
            return Self.contradiction("\(error)")
        }
    }

    /// Compares the number of a frame with the number of the reference frame before it.
    private mutating func follow(_ slice: AVCSliceHeader) -> String? {
        let number = slice.frameNumber
        defer { if slice.isReference, slice.isIDR || reference != nil { reference = slice.resetsOrder ? 0 : number } }
        guard !slice.isIDR else { return number == 0 ? nil : "an IDR picture with frame number \(number)" }
        guard let reference, !slice.sequence.allowsFrameNumberGaps else { return nil }
        let next = (reference + 1) & (1 << slice.sequence.frameNumberBits - 1)
        guard number != next, slice.sequence.framesOnly || number != reference else { return nil }
        return "frame number \(number) where \(next) follows: pictures are missing or of another stream"
    }

    private static func contradiction(_ reason: String) -> String {
        "a slice header that contradicts the parameter sets: \(reason)"
    }

    // MARK: HEVC

    /// The rows of coding tree blocks that the slices of a picture cover, if each row has an entry point.
    private struct Rows {
        let count: Int
        /// The number of rows up to the end of the last slice.
        var covered: Int
        var lastAddress: Int

        var fault: String? {
            covered == count ? nil : "slices with \(covered) rows of blocks in a picture of \(count) rows"
        }
    }

    private mutating func examine(
        _ unit: UnsafeRawBufferPointer, _ sets: HEVCSliceHeader.ParameterSets, _ rows: inout Rows?
    ) -> String? {
        guard isTrusted else { return nil }
        do throws(BitstreamError) {
            let slice = try HEVCSliceHeader(unit, sets)
            if let deviation = slice.deviation { return Self.contradiction(deviation) }
            if slice.address == 0 { locate(unit) }
            guard slice.picture.hasWavefronts, !slice.picture.hasTiles else { return nil }
            let (columns, count) = (slice.sequence.columnCount, slice.sequence.rowCount)
            let covered = slice.address / max(columns, 1) + slice.entryCount + 1
            if let last = rows?.lastAddress, slice.address <= last {
                return "a slice at block \(slice.address) after that at \(last)"
            }
            rows = Rows(count: count, covered: covered, lastAddress: slice.address)
            return covered > count ? rows?.fault : nil
        } catch {
            return Self.contradiction("\(error)")
        }
    }
}
