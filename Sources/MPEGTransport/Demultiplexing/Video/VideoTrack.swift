import Media

/// Converts the PES packets of one video stream to samples.
struct VideoTrack {
    private let coding: StreamCoding
    private var assembler: VideoAssembler
    private var timeline: VideoTimeline?
    /// The frame rate of a stream without timestamps; nil for streams with timestamps.
    private let rate: Ratio?
    /// The times of a stream without timestamps.
    private var order: PresentationOrder?
    private var sets = StreamParameterSets()
    /// The format of the last access unit that was timed.
    private(set) var format: CodedVideoFormat?
    private(set) var repairs = TrackRepairs()

    /// With a `rate`, the stream has no timestamps.
    init(_ coding: StreamCoding, rate: Ratio? = nil) {
        self.coding = coding
        self.rate = rate
        assembler = VideoAssembler(coding)
    }

    /// The end of the media so far, in ticks of 90 kHz.
    var end: Int64? { timeline?.end }

    mutating func beginPacket(_ time: PacketTime?, _ emit: (DemultiplexedSample) -> Void) {
        var units: [VideoAccessUnit] = []
        assembler.beginPacket(time) { units.append($0) }
        for unit in units { append(unit, emit) }
    }

    mutating func append(_ payload: UnsafeRawBufferPointer) { assembler.append(payload) }

    mutating func finish(_ emit: (DemultiplexedSample) -> Void) {
        var units: [VideoAccessUnit] = []
        assembler.finish { units.append($0) }
        for unit in units { append(unit, emit) }
        var timed: [VideoTimeline.TimedUnit] = []
        var placed: [VideoTimeline.PendingUnit] = []
        order?.finish { placed.append($0) }
        for picture in placed { timeline?.append(picture) { timed.append($0) } }
        timeline?.finish { timed.append($0) }
        for picture in timed { emit(sample(picture)) }
        repairs.movedTimes = timeline?.movedCount ?? 0
        repairs.untimedUnits = timeline?.untimedCount ?? 0
        repairs.oversizedUnits = assembler.oversizedCount
        repairs.unorderedUnits = order?.unreadableCount ?? 0
    }

    private mutating func append(_ unit: VideoAccessUnit, _ emit: (DemultiplexedSample) -> Void) {
        let change = readParameterSets(of: unit)
        guard unit.hasSlice else { return }
        guard let format else {
            repairs.samplesBeforeParameterSets += 1
            return
        }
        var timed: [VideoTimeline.TimedUnit] = []
        var timeline = timeline ?? VideoTimeline(rate: rate ?? format.nominalFrameRate)
        for picture in pending(unit, change ? .codedVideo(format) : nil) {
            timeline.append(picture) { timed.append($0) }
        }
        self.timeline = timeline
        for picture in timed { emit(sample(picture)) }
    }

    /// Returns the pictures whose presentation times are known with this access unit.
    private mutating func pending(_ unit: VideoAccessUnit, _ format: MediaFormat?) -> [VideoTimeline.PendingUnit] {
        guard let rate else {
            return [
                VideoTimeline.PendingUnit(
                    unit: unit, presentation: unit.time?.presentation, decode: unit.time?.decode, format: format)
            ]
        }
        var placed: [VideoTimeline.PendingUnit] = []
        var order = order ?? PresentationOrder(coding, rate: rate, lead: sets.reorderedFrames(coding))
        order.add(unit.parameterSets)
        order.append(unit, format) { placed.append($0) }
        self.order = order
        return placed
    }

    /// Reads parameter sets. Returns whether the format changes with this access unit.
    private mutating func readParameterSets(of unit: VideoAccessUnit) -> Bool {
        guard !unit.parameterSets.isEmpty else { return false }
        // Between random access points, parameter sets in the samples suffice.
        guard format == nil || unit.isInstantRefresh || unit.hasRecoveryPoint else { return false }
        guard !sets.contains(unit.parameterSets) else { return false }
        let sequenceType: UInt8 = coding == .hevc ? 33 : 7
        let known = sets
        if format != nil, unit.parameterSets.contains(where: { $0.type == sequenceType && !known.contains([$0]) }) {
            sets = StreamParameterSets()
        }
        sets.merge(unit.parameterSets)
        guard let next = sets.format(coding), next != format else { return false }
        format = next
        return true
    }

    private mutating func sample(_ timed: VideoTimeline.TimedUnit) -> DemultiplexedSample {
        let unit = timed.source.unit
        return DemultiplexedSample(
            track: 0, decodeTicks: timed.decode, presentationTicks: timed.presentation,
            duration: max(1, timed.duration), isSync: isSync(unit),
            isDisposable: unit.isDisposable, format: timed.source.format, bytes: unit.bytes)
    }

    /// Returns whether the access unit is a sync sample, by the same rule as ``SyncRule``: IDR pictures, and for HEVC all
    /// random access points. The segmenter decides about the latter and about recovery points of H.264.
    private mutating func isSync(_ unit: VideoAccessUnit) -> Bool {
        if unit.isInstantRefresh {
            assembler.seeksRecoveryPoints = false
            return true
        }
        return coding == .hevc && unit.hasRecoveryPoint
    }
}
