import Media

/// Measures a video stream. In transport streams every packet starts with an access unit and may contain several.
struct VideoMeter: StreamMeter {
    /// The maximum decode time step that counts as a frame duration, in ticks.
    private static let maximumPause: Int64 = 10 * 90_000

    private var result: StreamMeasurement
    private var sets = StreamParameterSets()
    private var first: Int64?
    /// The decode time of the last packet with one, and the number of access units since then.
    private var last: (time: Int64, pictures: Int) = (0, 0)
    private var timedSampleCount = 0
    private var highest = Int64.min
    private var isSkipping = false
    private let keepsSamples: Bool

    init(id: UInt32, coding: StreamCoding, keepsSamples: Bool) {
        result = StreamMeasurement(id: id, coding: coding)
        self.keepsSamples = keepsSamples
    }

    mutating func process(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer) {
        let access = AccessUnits(result.coding, bytes)
        // The two fields of a frame are two access units of one sample.
        let sampleCount = isInterlaced ? 1 : access.accessUnitCount
        if result.track.sampleCount == 0 { begin(packet, bytes, access) } else { skip(access) }
        if result.format == nil, !access.parameterSets.isEmpty {
            sets.merge(access.parameterSets)
            result.format = sets.format(result.coding).map(MediaFormat.codedVideo)
        }
        result.track.sampleCount += sampleCount
        result.track.byteCount += bytes.count
        time(packet, sampleCount)
        if keepsSamples, let decode = packet.decode, let presentation = packet.presentation {
            result.samples.append(
                StreamSample(
                    accessUnit: bytes, at: packet.offset, decode: decode, presentation: presentation,
                    isSync: access.entryPoint != .none))
        }
        if access.entryPoint != .none, let time = packet.presentation { result.track.syncTimes.append(time) }
    }

    private var isInterlaced: Bool {
        if case .codedVideo(let format) = result.format { format.isInterlaced } else { false }
    }

    private mutating func begin(_ packet: StreamPacket, _ bytes: UnsafeRawBufferPointer, _ access: AccessUnits) {
        (result.track.firstOffset, result.track.firstSize) = (packet.offset, bytes.count)
        guard result.coding != .otherVideo else { return }
        result.track.entryPoint = access.entryPoint
        result.track.beginsWithSync = access.entryPoint != .none
        result.track.hasOwnParameterSets = !access.parameterSets.isEmpty
        isSkipping = access.entryPoint == .open
    }

    /// Leading pictures directly follow their random access point.
    private mutating func skip(_ access: AccessUnits) {
        isSkipping = isSkipping && access.isSkippedLeading
        if isSkipping { result.track.skippedLeading += 1 }
    }

    private mutating func time(_ packet: StreamPacket, _ sampleCount: Int) {
        guard let decode = packet.decode, let presentation = packet.presentation else {
            last.pictures += sampleCount
            return
        }
        result.track.presentationStart = min(result.track.presentationStart, presentation)
        highest = max(highest, presentation)
        if first == nil {
            first = decode
        } else {
            step(to: decode, at: packet.offset)
        }
        last = (decode, sampleCount)
    }

    private mutating func step(to decode: Int64, at offset: Int) {
        let step = decode - last.time
        if step <= 0 || step > Self.maximumPause {
            result.track.jumpCount += 1
            if result.track.jump == nil {
                result.track.jump = TrackMeasurement.Jump(offset: offset, expected: last.time, found: decode)
            }
            return
        }
        timedSampleCount += last.pictures
        result.track.duration += step
        let each = step / Int64(max(last.pictures, 1))
        result.track.shortestDuration = min(result.track.shortestDuration, each)
        result.track.longestDuration = max(result.track.longestDuration, each)
    }

    func finish() -> StreamMeasurement {
        var result = result
        guard let first else { return result }
        // The duration of the last access unit is not stored: it is assumed to be the average.
        let each =
            timedSampleCount > 0 ? (result.track.duration + Int64(timedSampleCount / 2)) / Int64(timedSampleCount) : 0
        let rest = each * Int64(last.pictures)
        result.track.duration += rest
        result.track.decodeStart = first
        result.track.decodeEnd = last.time + rest
        result.track.presentationEnd = highest + each
        return result
    }
}
