import Media

/// Converts the PES packets of one audio stream to samples.
struct AudioTrack {
    /// The number of consumed bytes at which they are removed from the buffer.
    private static let compactionThreshold = 1 << 16

    private var coding: StreamCoding
    private var reader: AudioFrameReader
    private var bytes: [UInt8] = []
    private var position = 0
    private var marks: [(position: Int, time: Int64?)] = []
    private var isOutOfSync = true
    private var timeline: AudioTimeline?
    /// Frames that are decoded together, until the group is complete.
    private var group: (bytes: [UInt8], count: Int, time: Int64?, rate: Int, signature: UInt64)?
    private var signature: UInt64?
    private(set) var format: CodedAudioFormat?
    /// A format with which no sample has been emitted.
    private var change: MediaFormat?
    private(set) var repairs = TrackRepairs()

    /// The descriptors of the program map, which contain the channel configuration of Opus.
    private let descriptors: Descriptors
    /// The encoder priming, from the first frame of Opus.
    private(set) var priming: Int64 = 0

    init(_ coding: StreamCoding, descriptors: Descriptors = Descriptors([])) {
        self.coding = coding
        self.descriptors = descriptors
        reader = AudioFrameReader(coding)
    }

    var end: Int64? { timeline?.end }

    mutating func beginPacket(_ time: PacketTime?, _ emit: (DemultiplexedSample) -> Void) {
        readFrames(isEnd: false, emit)
        marks.append((bytes.count, time?.presentation))
    }

    mutating func append(_ payload: UnsafeRawBufferPointer, _ emit: (DemultiplexedSample) -> Void) {
        bytes.append(contentsOf: payload)
        // Packets without a declared length may extend to the end of the file.
        if bytes.count - position > Self.compactionThreshold { readFrames(isEnd: false, emit) }
    }

    /// Emits the complete frames.
    mutating func readFrames(_ emit: (DemultiplexedSample) -> Void) { readFrames(isEnd: false, emit) }

    mutating func finish(_ emit: (DemultiplexedSample) -> Void) {
        readFrames(isEnd: true, emit)
        flushGroup(emit)
        repairs.overlappingFrames = timeline?.overlapCount ?? 0
        bytes = []
        position = 0
        marks = []
    }

    private mutating func readFrames(isEnd: Bool, _ emit: (DemultiplexedSample) -> Void) {
        if format == nil { correctCoding() }
        while position < bytes.count {
            let isLost = isOutOfSync
            let result = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[position...])
                let first = reader.read(rest, isEnd: isEnd)
                guard case .frame(let frame) = first, isLost || !isExpected(frame) else { return first }
                return confirm(frame, rest, isEnd: isEnd)
            }
            switch result {
            case .incomplete:
                compact()
                return
            case .none: skip(isEnd: isEnd)
            case .frame(let frame):
                self.isOutOfSync = false
                append(frame, emit)
                position += frame.size
            }
        }
        compact()
    }

    /// Some multiplexers declare ADTS as LATM, E-AC-3 as AC-3 or MPEG audio as ADTS, and vice versa.
    private mutating func correctCoding() {
        guard coding != .opus, bytes.count - position >= 6 else { return }
        let (first, second, sixth) = (bytes[position], bytes[position + 1], bytes[position + 5])
        let found: StreamCoding
        switch (first, second) {
        case (0xff, _) where second & 0xf6 == 0xf0: found = .adts
        case (0xff, _) where second & 0xe0 == 0xe0 && second & 6 != 0: found = .mpegAudio
        case (0x56, _) where second & 0xe0 == 0xe0: found = .latm
        // bsid, ETSI TS 102 366 E.1.3.1.6.
        case (0x0b, 0x77): found = sixth >> 3 > 10 ? .ec3 : .ac3
        default: return
        }
        // The sync words of different families can also occur in the middle of frames.
        let families: [Set<StreamCoding>] = [[.adts, .latm, .mpegAudio], [.ac3, .ec3]]
        let isRelated = families.contains { $0.isSuperset(of: [found, coding]) }
        guard found != coding, isRelated else { return }
        coding = found
        reader = AudioFrameReader(found)
    }

    /// Returns whether a frame has the format of the preceding ones, as far as a single frame shows it.
    private func isExpected(_ frame: AudioFrame) -> Bool {
        signature == frame.signature || coding == .latm || coding == .ec3
    }

    /// Returns the frame at the start of `bytes` if similar frames follow it. Bytes inside a frame may look like a
    /// header.
    ///
    /// One following frame confirms a known format; two confirm a new one.
    private func confirm(
        _ frame: AudioFrame, _ bytes: UnsafeRawBufferPointer, isEnd: Bool
    ) -> AudioFrameReader.Result {
        var reader = reader
        var offset = frame.size
        for _ in 0..<(isExpected(frame) ? 1 : 2) {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[min(offset, bytes.count)...])
            // The end of the stream also confirms a frame.
            if isEnd, rest.count < AudioFrameReader.headerSize { break }
            switch reader.read(rest, isEnd: isEnd) {
            case .none: return .none
            case .incomplete: return .incomplete
            case .frame(let next):
                guard next.signature == frame.signature || coding == .latm || coding == .ec3 else { return .none }
                offset += next.size
            }
        }
        return .frame(frame)
    }

    /// Skips to the next possible start of a frame.
    private mutating func skip(isEnd: Bool) {
        isOutOfSync = true
        let begin = position
        let sync: UInt8 =
            coding == .latm ? 0x56 : coding == .ac3 || coding == .ec3 ? 0x0b : coding == .opus ? 0x7f : 0xff
        position += 1
        while position < bytes.count, bytes[position] != sync { position += 1 }
        repairs.skippedBytes += position - begin
    }

    private mutating func compact() {
        // If several packets contain no frame start, only the time of the last one applies.
        let due = marks.prefix { $0.position <= position }.count
        if due > 1 { marks.removeFirst(due - 1) }
        guard position > Self.compactionThreshold, position * 2 > bytes.count else { return }
        bytes.removeFirst(position)
        for index in marks.indices { marks[index].position -= position }
        position = 0
    }

    private mutating func append(_ frame: AudioFrame, _ emit: (DemultiplexedSample) -> Void) {
        let due = marks.prefix { $0.position <= position }
        let time = due.last?.time
        marks.removeFirst(due.count)
        let content =
            frame.realigned.map { $0[...] }
            ?? bytes[position + frame.content.lowerBound..<position + frame.content.upperBound]
        if coding == .ec3 { return collect(content, frame, time, emit) }
        guard !content.isEmpty else {
            repairs.framesBeforeConfiguration += 1
            return
        }
        guard !isInformation(content) else {
            repairs.informationFrames += 1
            return
        }
        if format == nil { priming = Int64(frame.trimmedStart) }
        self.emit(content, frame.sampleCount, frame.sampleRate, time, frame.signature, emit)
    }

    /// Returns whether a frame contains encoder information (Xing, Info or VBRI), which precedes the first frame of
    /// MP3.
    private func isInformation(_ content: ArraySlice<UInt8>) -> Bool {
        guard coding == .mpegAudio, format == nil else { return false }
        let head = Array(content.prefix(64))
        guard let header = try? MPEGAudioHeader(head), header.layer == 3 else { return false }
        let isMono = header.channelCount == 1
        let offset = 4 + (header.isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        let marks = [offset, 36].map { String(decoding: head.dropFirst($0).prefix(4), as: UTF8.self) }
        return marks[0] == "Xing" || marks[0] == "Info" || marks[1] == "VBRI"
    }

    /// Combines six blocks of E-AC-3 with all their substreams into one sample (ETSI TS 102 366 F.4).
    private mutating func collect(
        _ content: ArraySlice<UInt8>, _ frame: AudioFrame, _ time: Int64?, _ emit: (DemultiplexedSample) -> Void
    ) {
        if let group, frame.sampleCount > 0, group.count >= 1536 || frame.sampleRate != group.rate { flushGroup(emit) }
        guard group != nil else {
            // A dependent substream cannot be decoded alone.
            if frame.sampleCount > 0 {
                group = (Array(content), frame.sampleCount, time, frame.sampleRate, frame.signature)
            } else {
                repairs.framesBeforeConfiguration += 1
            }
            return
        }
        group?.bytes.append(contentsOf: content)
        group?.count += frame.sampleCount
    }

    private mutating func flushGroup(_ emit: (DemultiplexedSample) -> Void) {
        guard let group else { return }
        self.group = nil
        self.emit(group.bytes[...], group.count, group.rate, group.time, group.signature, emit)
    }

    private mutating func emit(
        _ content: ArraySlice<UInt8>, _ count: Int, _ rate: Int, _ time: Int64?, _ signature: UInt64,
        _ emit: (DemultiplexedSample) -> Void
    ) {
        if signature != self.signature {
            guard let next = format(content, count) else {
                repairs.skippedBytes += content.count
                return
            }
            if next != format { change = .codedAudio(next) }
            if let timeline, timeline.rate != Int32(clamping: next.sampleRate) {
                self.timeline?.change(rate: next.sampleRate)
            }
            format = next
            self.signature = signature
        }
        var timeline = timeline ?? AudioTimeline(rate: rate)
        let begin = timeline.next(at: time, count: count)
        self.timeline = timeline
        guard let begin else { return }
        emit(
            DemultiplexedSample(
                track: 0, decodeTicks: begin, presentationTicks: begin, duration: Int64(count), isSync: true,
                format: change, bytes: ByteSlice(copying: content)))
        change = nil
    }

    private func format(_ content: ArraySlice<UInt8>, _ count: Int) -> CodedAudioFormat? {
        switch coding {
        case .adts:
            // The header precedes the content.
            return bytes.withUnsafeBytes { buffer in
                ADTSHeader(Array(buffer[position..<min(position + AudioFrameReader.headerSize, buffer.count)]))?.format
            }
        case .latm:
            guard let configuration = reader.configuration, let fields = try? configuration.parse() else { return nil }
            return CodedAudioFormat(
                configuration: .aac(configuration), sampleRate: fields.outputSamplingRate,
                channelCount: fields.channelCount ?? 2, framesPerPacket: fields.outputFrameLength,
                hasSampleDependencies: fields.objectType == 42)
        case .opus:
            let channels = descriptors.opusConfiguration ?? 2
            guard let record = try? OpusSpecificConfiguration(transport: channels, preSkip: UInt16(clamping: priming))
            else { return nil }
            return CodedAudioFormat(
                configuration: record.configuration, sampleRate: 48_000, channelCount: record.channelCount,
                framesPerPacket: count)
        default:
            var format = AudioFrameHeader.format(coding, sample: ByteSlice(copying: content))
            if coding == .ec3 { format?.framesPerPacket = count }
            return format
        }
    }
}
