import Media

/// Finds the times of pictures without timestamps from their picture order counts.
///
/// Pictures are spaced evenly in the order in which they are shown.
struct PresentationOrder {
    /// The maximum number of pictures that precede one in decode order and follow it in presentation: the size of the
    /// decoded picture buffer (ITU-T H.264 A.3.1, H.265 A.4.2).
    private static let depth = 16

    private struct Picture {
        var unit: VideoAccessUnit
        var format: MediaFormat?
        var place: PictureOrderCounter.Place
        /// The number of fields decoded before it.
        var decodedFields: Int
        /// The number of fields shown before it; nil if that is not known yet.
        var shownFields: Int?
    }

    private var counter: PictureOrderCounter
    /// The pictures in decode order that are not emitted yet.
    private var waiting: [Picture] = []
    private var last = PictureOrderCounter.Place(count: 0, restarts: false)
    private var decodedFields = 0
    private var shownFields = 0
    /// The frames in a second.
    private let rate: Ratio
    /// The number of fields by which decoding precedes presentation.
    private let lead: Int
    /// The number of pictures whose slice headers cannot be read. Their order is that of decoding.
    private(set) var unreadableCount = 0

    /// `lead` is the declared maximum number of frames that are decoded before one that precedes them in presentation.
    init(_ coding: StreamCoding, rate: Ratio, lead: Int?) {
        counter = coding == .hevc ? .hevc : .avc
        self.rate = rate
        self.lead = 2 * (lead ?? 0)
    }

    /// Reads parameter sets, to which slices refer.
    mutating func add(_ sets: [(type: UInt8, unit: [UInt8])]) {
        // Slices that refer to an unreadable set are counted.
        for set in sets { try? counter.add(parameterSet: set.unit) }
    }

    /// Appends a picture in decode order and emits those whose times are known.
    mutating func append(
        _ unit: VideoAccessUnit, _ format: MediaFormat?, _ emit: (VideoTimeline.PendingUnit) -> Void
    ) {
        let place = place(of: unit)
        if place.restarts { showAll() }
        waiting.append(Picture(unit: unit, format: format, place: place, decodedFields: decodedFields))
        decodedFields += place.fieldCount
        while waiting.count(where: { $0.shownFields == nil }) > Self.depth { showNext() }
        release(emit)
    }

    /// Emits the remaining pictures.
    mutating func finish(_ emit: (VideoTimeline.PendingUnit) -> Void) {
        showAll()
        release(emit)
    }

    private mutating func place(of unit: VideoAccessUnit) -> PictureOrderCounter.Place {
        let isHEVC = counter.isHEVC
        let found = unit.bytes.withUnsafeBytes { bytes -> PictureOrderCounter.Place? in
            for unit in NALUnitSequence(bytes, lengthSize: 4) {
                let isSlice = isHEVC ? unit[0] >> 1 & 0x3f < 32 : [1, 5].contains(unit[0] & 0x1f)
                if isSlice { return try? counter.place(unit) }
            }
            return nil
        }
        if found == nil { unreadableCount += 1 }
        last = found ?? PictureOrderCounter.Place(count: last.count, restarts: false, fieldCount: last.fieldCount)
        return last
    }

    private mutating func showAll() {
        while waiting.contains(where: { $0.shownFields == nil }) { showNext() }
    }

    /// Gives the next place in presentation to the waiting picture with the lowest count.
    private mutating func showNext() {
        let unshown = waiting.indices.filter { waiting[$0].shownFields == nil }
        guard let next = unshown.min(by: { waiting[$0].place.count < waiting[$1].place.count }) else { return }
        waiting[next].shownFields = shownFields
        shownFields += waiting[next].place.fieldCount
    }

    private mutating func release(_ emit: (VideoTimeline.PendingUnit) -> Void) {
        while let first = waiting.first, let shown = first.shownFields {
            waiting.removeFirst()
            emit(
                VideoTimeline.PendingUnit(
                    unit: first.unit, presentation: ticks(shown), decode: ticks(first.decodedFields - lead),
                    format: first.format))
        }
    }

    /// Converts fields to ticks of 90 kHz.
    private func ticks(_ fields: Int) -> Int64 {
        let (numerator, denominator) = (Int64(fields) * 45_000 * Int64(rate.denominator), Int64(rate.numerator))
        return (numerator + denominator / 2) / max(denominator, 1)
    }
}
