/// Computes the order in which the pictures of an H.264 or HEVC stream are shown.
package struct PictureOrderCounter: Sendable {
    /// The place of one picture in the order of presentation.
    package struct Place: Sendable, Hashable {
        /// The picture order count, which increases in presentation order from one restart to the next.
        package var count: Int
        /// Whether all earlier pictures are shown before this one and those after it.
        package var restarts: Bool
        /// 1 for a field, 2 for a frame.
        package var fieldCount = 2

        package init(count: Int, restarts: Bool, fieldCount: Int = 2) {
            (self.count, self.restarts, self.fieldCount) = (count, restarts, fieldCount)
        }
    }

    private enum Codec {
        case avc(AVCSliceHeader.ParameterSets, AVCOrder)
        case hevc(HEVCSliceHeader.ParameterSets, HEVCOrder)
    }
    private var codec: Codec

    /// A counter of H.264 pictures.
    package static var avc: PictureOrderCounter {
        PictureOrderCounter(.avc(AVCSliceHeader.ParameterSets(), AVCOrder()))
    }
    /// A counter of HEVC pictures.
    package static var hevc: PictureOrderCounter {
        PictureOrderCounter(.hevc(HEVCSliceHeader.ParameterSets(), HEVCOrder()))
    }

    private init(_ codec: Codec) { self.codec = codec }

    package var isHEVC: Bool {
        if case .hevc = codec { return true }
        return false
    }

    /// Adds a parameter set, to which later slices may refer.
    package mutating func add(parameterSet unit: [UInt8]) throws(BitstreamError) {
        switch codec {
        case .avc(var sets, let order):
            try sets.add(unit)
            codec = .avc(sets, order)
        case .hevc(var sets, let order):
            try sets.add(unit)
            codec = .hevc(sets, order)
        }
    }

    /// Returns the place of the next picture in decode order, of which `slice` is the first slice.
    package mutating func place(_ slice: UnsafeRawBufferPointer) throws(BitstreamError) -> Place {
        switch codec {
        case .avc(let sets, var order):
            let place = order.place(try AVCSliceHeader(slice, sets))
            codec = .avc(sets, order)
            return place
        case .hevc(let sets, var order):
            let header = try HEVCSliceHeader(slice, sets)
            let place = order.place(header, temporalLayer: Int(slice[1] & 7) - 1)
            codec = .hevc(sets, order)
            return place
        }
    }

    /// Returns the count nearest to that of an earlier picture whose low bits are `low` (H.264 8-3, H.265 8-1).
    private static func high(of low: Int, bits: Int, after previous: (high: Int, low: Int)) -> Int {
        let modulus = 1 << bits
        if low < previous.low, previous.low - low >= modulus / 2 { return previous.high + modulus }
        if low > previous.low, low - previous.low > modulus / 2 { return previous.high - modulus }
        return previous.high
    }

    /// ITU-T H.264 8.2.1.
    private struct AVCOrder: Sendable {
        /// The count of the last reference picture, divided into high and low bits.
        private var previous = (high: 0, low: 0)
        private var frameNumber = 0
        private var frameNumberOffset = 0

        mutating func place(_ slice: AVCSliceHeader) -> Place {
            let (top, bottom) = slice.sequence.orderType == 0 ? coded(slice) : counted(slice)
            var count = slice.isField ? (slice.isBottomField ? bottom : top) : min(top, bottom)
            if slice.resetsOrder {
                (previous, frameNumber, frameNumberOffset) = ((0, slice.isBottomField ? 0 : top - count), 0, 0)
                count = 0
            }
            return Place(
                count: count, restarts: slice.isIDR || slice.resetsOrder, fieldCount: slice.isField ? 1 : 2)
        }

        /// Order type 0: the slice contains the low bits.
        private mutating func coded(_ slice: AVCSliceHeader) -> (top: Int, bottom: Int) {
            if slice.isIDR { previous = (0, 0) }
            let high = PictureOrderCounter.high(of: slice.orderBits, bits: slice.sequence.orderBits, after: previous)
            if slice.isReference { previous = (high, slice.orderBits) }
            let top = high + slice.orderBits
            return (top, top + slice.orderDeltas[0])
        }

        /// Order types 1 and 2: the order follows from the frame number.
        private mutating func counted(_ slice: AVCSliceHeader) -> (top: Int, bottom: Int) {
            let sequence = slice.sequence
            if slice.isIDR {
                frameNumberOffset = 0
            } else if frameNumber > slice.frameNumber {
                frameNumberOffset += 1 << sequence.frameNumberBits
            }
            frameNumber = slice.frameNumber
            let number = frameNumberOffset + slice.frameNumber
            guard sequence.orderType == 1 else {
                let count = slice.isIDR ? 0 : 2 * number - (slice.isReference ? 0 : 1)
                return (count, count)
            }
            let cycle = sequence.referenceOffsets
            var absolute = cycle.isEmpty ? 0 : number
            if !slice.isReference, absolute > 0 { absolute -= 1 }
            var count = 0
            if absolute > 0 {
                let (complete, last) = (absolute - 1).quotientAndRemainder(dividingBy: cycle.count)
                count = complete * cycle.reduce(0, +) + cycle[...last].reduce(0, +)
            }
            if !slice.isReference { count += sequence.nonReferenceOffset }
            let top = count + slice.orderDeltas[0]
            // A field alone has only the first delta.
            return (top, top + sequence.bottomOffset + (slice.isField ? 0 : slice.orderDeltas[1]))
        }
    }

    /// ITU-T H.265 8.3.1.
    private struct HEVCOrder: Sendable {
        /// The count of the last picture that others refer to, divided into high and low bits.
        private var previous = (high: 0, low: 0)
        private var isFirst = true

        mutating func place(_ slice: HEVCSliceHeader, temporalLayer: Int) -> Place {
            let isRandomAccess = (16...23).contains(slice.type)
            // IDR and BLA pictures, and any random access picture at the start.
            let restarts = isRandomAccess && (slice.type != 21 || isFirst)
            isFirst = false
            let high =
                restarts
                ? 0 : PictureOrderCounter.high(of: slice.orderBits, bits: slice.sequence.orderBits, after: previous)
            // Leading pictures, and sub-layer pictures without references, are types below 16 with an even number.
            let isLeading = (6...9).contains(slice.type)
            let isDiscardable = slice.type < 16 && slice.type % 2 == 0
            if temporalLayer == 0, !isLeading, !isDiscardable { previous = (high, slice.orderBits) }
            return Place(count: high + slice.orderBits, restarts: restarts)
        }
    }
}
