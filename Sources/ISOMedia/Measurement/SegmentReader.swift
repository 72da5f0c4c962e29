import Media

/// Reads the fragments of a segment in one pass over the samples that they describe.
struct SegmentReader {
    private let bytes: ByteSlice
    private let file: FileBytes
    private let origin: Int
    private let media: [Range<Int>]
    private let initialization: InitializationMeasurement?
    private(set) var fragments: [FragmentMeasurement] = []
    private(set) var tracks: [TrackMeasurement] = []
    private var sampleCount = 0
    /// The slices of each track so far.
    private var slices: [SliceConformance?] = []
    private var orders: [PictureTimeOrder] = []

    init(
        _ bytes: ByteSlice, file: FileBytes, origin: Int, media: [Range<Int>],
        initialization: InitializationMeasurement?
    ) {
        self.bytes = bytes
        self.file = file
        self.origin = origin
        self.media = media
        self.initialization = initialization
    }

    mutating func read(fragmentAt offset: Int) throws(MovieFileError) {
        var walk = BoxWalk(file, offset..<file.count)
        guard let box = walk.next() else { return }
        guard !box.isCutOff else { throw box.damaged("the segment ends inside the box") }
        var fragment = FragmentMeasurement(
            offset: origin + box.offset, size: box.end - box.offset,
            sequenceNumber: box.first(MovieFragmentHeaderBox.self).map {
                MovieFragmentHeaderBox(readingPresentFieldsOf: $0).sequenceNumber
            })
        var end = box.offset
        for child in try box.children() where child.type == .traf {
            let (track, mediaEnd) = try read(child, in: box, previousEnd: end)
            fragment.tracks.append(track)
            end = mediaEnd
        }
        fragments.append(fragment)
    }

    private mutating func read(
        _ box: BoxView, in fragment: BoxView, previousEnd: Int
    ) throws(MovieFileError) -> (TrackFragmentMeasurement, end: Int) {
        let boxes = try box.children()
        let header = try TrackFragmentHeader(boxes, in: box, defaults: initialization?.defaults ?? [:])
        var result = TrackFragmentMeasurement(
            trackID: header.trackID, offset: origin + box.offset, headerFlags: header.flags,
            decodeTimeVersion: boxes[TrackFragmentDecodeTimeBox.self]?.version, decodeTime: header.decodeTime)
        result.descriptionIndex =
            header.declaredDescriptionIndex.map(Int.init) ?? initialization?.descriptionIndices[header.trackID] ?? 1
        result.hasSampleEncryption =
            boxes[SampleEncryptionBox.self] != nil
            || boxes[AuxiliarySizesBox.self] != nil && boxes[AuxiliaryOffsetsBox.self] != nil
        let index = trackIndex(of: header.trackID)
        begin(track: index, box, header)
        let base =
            header.baseOffset.map { $0 &- origin } ?? (header.hasDefaultBase ? fragment.offset : previousEnd)
        var end = base
        for box in boxes where box.type == TrackRunBox.type {
            let run = try TrackRunBox(reading: box)
            let start = run.header.has(TrackRunBox.hasDataOffset) ? base &+ Int(run.dataOffset) : end
            let samples = FragmentRun(run, defaults: header.defaults, dataOffset: start, decodeTime: nil)
            result.add(run.header, sampleCount: samples.sampleCount)
            end = samples.end
            try read(samples, end: end, track: index, &result)
        }
        return (result, end)
    }

    private mutating func trackIndex(of trackID: UInt32) -> Int {
        if let index = tracks.firstIndex(where: { $0.trackID == trackID }) { return index }
        tracks.append(TrackMeasurement(trackID: trackID))
        slices.append(initialization?.track(trackID)?.slices)
        orders.append(PictureTimeOrder())
        return tracks.count - 1
    }

    /// Compares the decode time of a fragment with the end of the preceding samples.
    private mutating func begin(track index: Int, _ box: BoxView, _ header: TrackFragmentHeader) {
        guard let time = header.decodeTime else { return }
        if tracks[index].sampleCount == 0 {
            (tracks[index].decodeStart, tracks[index].decodeEnd) = (time, time)
        } else if time != tracks[index].decodeEnd {
            tracks[index].jumpCount += 1
            if tracks[index].jump == nil {
                tracks[index].jump = TrackMeasurement.Jump(
                    offset: origin + box.offset, expected: tracks[index].decodeEnd, found: time)
            }
            tracks[index].decodeEnd = time
        }
    }

    private mutating func read(
        _ run: FragmentRun, end: Int, track index: Int, _ fragment: inout TrackFragmentMeasurement
    ) throws(MovieFileError) {
        guard run.sampleCount <= MeasurementLimits.samples - sampleCount else {
            throw .tooLarge(what: "samples in the segment", limit: MeasurementLimits.samples)
        }
        sampleCount += run.sampleCount
        let header = initialization?.track(tracks[index].trackID)
        let isVideo = header?.track.handler == "vide"
        let isInside = media.contains { $0.lowerBound <= run.dataOffset && end <= $0.upperBound }
        // Encrypted samples have clear NAL unit headers; other codecs are not parsed.
        let syntax = header?.syntax
        let structured = isVideo && header?.protection == nil ? syntax : nil
        let isInterlaced = header?.video?.isInterlaced == true
        let channels = header?.protection == nil && fragment.descriptionIndex == 1 ? header?.channels : nil
        // The parameter sets of other sample descriptions are not compared.
        if fragment.descriptionIndex != 1 { slices[index] = nil }
        var (offset, ticks, usesOffsets, hasNegative) = (run.dataOffset, tracks[index].decodeEnd, false, false)
        var skipping = tracks[index].sampleCount > 0 && tracks[index].entryPoint == .open
        for number in 0..<run.sampleCount {
            let sample = run.sample(at: number, fileOffset: offset, decodeTicks: ticks)
            let isFirst = tracks[index].sampleCount == 0
            tracks[index].add(sample)
            usesOffsets = usesOffsets || sample.compositionOffset != 0
            hasNegative = hasNegative || sample.compositionOffset < 0
            let isPresent = isInside || isInMedia(sample)
            if !isPresent { tracks[index].addOutside(origin + offset) }
            if number == 0, fragment.sampleCount == run.sampleCount {
                fragment.beginsWithSync = sample.flags.isSync
            }
            if isFirst { tracks[index].begin(sample, at: origin + offset) }
            if isVideo, sample.flags.isSync {
                tracks[index].syncTimes.append(ticks &+ sample.compositionOffset)
            }
            if let syntax, isPresent, sample.flags.isSync || isFirst || skipping {
                examine(at: sample, syntax, track: index, isFirst: isFirst, &skipping)
            }
            if let structured, isPresent {
                let data = bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
                if let unit = AccessUnitStructure(data, structured, isInterlaced: isInterlaced) {
                    tracks[index].add(unit, at: origin + sample.fileOffset)
                    let fault = unit.fault == nil ? slices[index]?.fault(of: data) : nil
                    if let fault { tracks[index].addSliceFault(fault, at: origin + sample.fileOffset) }
                    let place = unit.fault == nil && fault == nil ? slices[index]?.place : nil
                    if isFirst, tracks[index].entryPoint == .recovery { orders[index].begin() }
                    orders[index].add(
                        place, time: ticks &+ sample.compositionOffset, at: origin + sample.fileOffset)
                }
            } else if let channels, isPresent, sample.size > 0,
                bytes.slice(sample.fileOffset..<sample.fileOffset + 1).withUnsafeBytes({ !channels.contains($0[0]) })
            {
                tracks[index].addChannelFault(origin + sample.fileOffset)
            }
            offset &+= sample.size
            ticks &+= sample.duration
        }
        tracks[index].decodeEnd = ticks
        fragment.hasCompositionOffsets = fragment.hasCompositionOffsets || usesOffsets
        fragment.hasNegativeOffsets = fragment.hasNegativeOffsets || hasNegative
    }

    /// Completes the measurements at the end of the segment.
    mutating func finish() {
        for index in tracks.indices {
            orders[index].finish()
            (tracks[index].orderFaultCount, tracks[index].orderFaultOffset) = (
                orders[index].faultCount, orders[index].faultOffset
            )
        }
    }

    private func isInMedia(_ sample: MovieSample) -> Bool {
        media.contains {
            $0.lowerBound <= sample.fileOffset && sample.fileOffset <= $0.upperBound &- sample.size
        }
    }

    /// Parses the bitstream of a sample that lies inside the segment.
    private mutating func examine(
        at sample: MovieSample, _ syntax: BitstreamSyntax, track index: Int, isFirst: Bool, _ skipping: inout Bool
    ) {
        let data = bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
        if isFirst {
            let point = syntax.entryPoint(data)
            tracks[index].entryPoint = point
            tracks[index].hasOwnParameterSets = syntax.hasParameterSets(data)
            skipping = point == .open
        } else if skipping {
            // Leading pictures directly follow their random access point.
            skipping = syntax.isSkippedLeading(data)
            if skipping { tracks[index].skippedLeading += 1 }
        }
        guard sample.flags.isSync else { return }
        let point = isFirst ? tracks[index].entryPoint ?? .none : syntax.entryPoint(data)
        if point == .none || point == .recovery { tracks[index].addFalseSync(origin + sample.fileOffset) }
    }
}

extension TrackFragmentMeasurement {
    mutating func add(_ run: FullBoxHeader, sampleCount count: Int) {
        runCount += 1
        sampleCount += count
        if !run.has(TrackRunBox.hasDataOffset) { hasDataOffsets = false }
        lowestRunVersion = min(lowestRunVersion, run.version)
        highestRunVersion = max(highestRunVersion, run.version)
    }
}

extension TrackMeasurement {
    @inline(__always) mutating func add(_ sample: MovieSample) {
        sampleCount &+= 1
        byteCount &+= sample.size
        duration &+= sample.duration
        let start = sample.decodeTicks &+ sample.compositionOffset
        presentationStart = min(presentationStart, start)
        presentationEnd = max(presentationEnd, start &+ sample.duration)
        presentationLast = max(presentationLast, start)
        longestDuration = max(longestDuration, sample.duration)
        if sample.duration > 0 { shortestDuration = min(shortestDuration, sample.duration) } else { zeroDurations += 1 }
    }

    mutating func begin(_ sample: MovieSample, at offset: Int) {
        beginsWithSync = sample.flags.isSync
        (firstOffset, firstSize) = (offset, sample.size)
    }

    mutating func addOutside(_ offset: Int) {
        outsideCount += 1
        if outsideOffset == nil { outsideOffset = offset }
    }

    mutating func add(_ unit: AccessUnitStructure, at offset: Int) {
        if unit.hasCaptions { captionCount += 1 }
        guard let fault = unit.fault else { return }
        structureFaultCount += 1
        if structureFault == nil { structureFault = StructureFault(offset: offset, message: fault) }
    }

    mutating func addChannelFault(_ offset: Int) {
        structureFaultCount += 1
        if structureFault == nil {
            structureFault = StructureFault(
                offset: offset, message: "a frame of AAC with other channels than the configuration, or no frame")
        }
    }

    mutating func addSliceFault(_ fault: String, at offset: Int) {
        sliceFaultCount += 1
        if sliceFault == nil { sliceFault = StructureFault(offset: offset, message: fault) }
    }

    mutating func addFalseSync(_ offset: Int) {
        falseSyncCount += 1
        if falseSyncOffset == nil { falseSyncOffset = offset }
    }
}
