import Media

/// AV1 video without a container. Each temporal unit shows one frame, so that their order is that of presentation.
struct TemporalUnitTrack {
    private let rate: Ratio
    private var assembler: TemporalUnitAssembler
    private var sequenceHeader: [UInt8] = []
    private(set) var format: CodedVideoFormat?
    /// The number of temporal units before the next one.
    private var count: Int64 = 0
    private var lostCount = 0

    /// `rate` is the number of temporal units in a second.
    init(_ framing: AV1Framing, rate: Ratio) {
        self.rate = rate
        assembler = TemporalUnitAssembler(framing)
    }

    var repairs: TrackRepairs {
        var repairs = TrackRepairs()
        repairs.samplesBeforeParameterSets = lostCount
        repairs.skippedBytes = assembler.skippedBytes
        return repairs
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, _ emit: (DemultiplexedSample) -> Void) {
        var units: [ByteSlice] = []
        assembler.append(bytes) { units.append($0) }
        for unit in units { append(unit, emit) }
    }

    mutating func finish(_ emit: (DemultiplexedSample) -> Void) {
        var units: [ByteSlice] = []
        assembler.finish { units.append($0) }
        for unit in units { append(unit, emit) }
    }

    private mutating func append(_ bytes: ByteSlice, _ emit: (DemultiplexedSample) -> Void) {
        let unit = AV1TemporalUnit(bytes)
        guard unit.hasFrames else { return }
        let change = readSequenceHeader(of: unit)
        guard let format else {
            lostCount += 1
            return
        }
        let start = ticks(count)
        count += 1
        emit(
            DemultiplexedSample(
                track: 0, decodeTicks: start, presentationTicks: start, duration: max(1, ticks(count) - start),
                isSync: unit.isRandomAccess, format: change ? .codedVideo(format) : nil, bytes: bytes))
    }

    /// Returns whether the format changes with this temporal unit.
    private mutating func readSequenceHeader(of unit: AV1TemporalUnit) -> Bool {
        guard unit.isRandomAccess, let header = unit.sequenceHeader, unit.sequenceHeaderUnit != sequenceHeader else {
            return false
        }
        sequenceHeader = unit.sequenceHeaderUnit
        var next = CodedVideoFormat(
            configuration: .boxed("av01", "av1C", AV1CodecConfiguration(header, unit: sequenceHeader).bytes),
            size: header.size, pixelAspect: Ratio(1), colour: header.colour, nominalFrameRate: rate)
        next.masteringDisplay = unit.masteringDisplay
        next.contentLight = unit.contentLight
        format = next
        return true
    }

    /// Converts temporal units to ticks of 90 kHz.
    private func ticks(_ units: Int64) -> Int64 {
        let (numerator, denominator) = (units * 90_000 * Int64(rate.denominator), Int64(max(rate.numerator, 1)))
        return (numerator + denominator / 2) / denominator
    }
}
