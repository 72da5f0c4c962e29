import Media

/// One stream of the program: its PES packets (ISO/IEC 13818-1 2.4.3.6) and its track.
struct ElementaryStream {
    /// The track index of its samples.
    private let index: Int
    let coding: StreamCoding
    let language: String?
    private var videoTrack: VideoTrack?
    private var audioTrack: AudioTrack?
    private var temporalUnits: TemporalUnitTrack?
    /// The bytes of a PES header that continues in the next packet.
    private var header: [UInt8] = []
    /// The number of bytes left in the PES packet; nil if it extends to the next one.
    private var remaining: Int?
    private var isOpen = false
    private var position = ProgramClock.Position()
    /// The last decode time and its distance from the preceding one.
    private var last: (decode: Int64, step: Int64)?
    /// The presentation end of the stream, in ticks of 90 kHz.
    private(set) var presentationEnd: Int64?
    private(set) var sampleCount = 0
    /// The number of PES packets.
    private(set) var packetCount = 0
    private(set) var scrambledCount = 0
    private(set) var lostPackets = 0
    /// The number of PES packets that lack transport packets or that a receiver marked as damaged.
    private(set) var damagedPackets = 0
    private(set) var damagedTimes: ClosedRange<Int64>?
    private var isDamaged = false
    /// The number of transport packets missing before the new PES packet, unless another stream was joined there.
    private var suspectedLoss = 0
    /// The presentation time of the last PES packet that has one.
    private var lastPresentation: Int64?
    /// The presentation time of the PES packet before that.
    private var previousPresentation: Int64?
    private(set) var damagedHeaders = 0

    init(_ entry: ProgramTables.Entry, index: Int) {
        self.index = index
        coding = entry.coding
        language = Descriptors(entry.descriptors).language
        switch entry.coding {
        case .avc, .hevc: videoTrack = VideoTrack(entry.coding)
        default: audioTrack = AudioTrack(entry.coding, descriptors: Descriptors(entry.descriptors))
        }
    }

    /// A stream of packed audio.
    init(packed coding: StreamCoding) {
        index = 0
        self.coding = coding
        language = nil
        audioTrack = AudioTrack(coding)
    }

    /// A stream of video without packets, with this number of frames in a second.
    init(raw source: RawVideoSource, rate: Ratio) {
        index = 0
        coding = source.coding
        language = nil
        if let framing = source.framing {
            temporalUnits = TemporalUnitTrack(framing, rate: rate)
        } else {
            videoTrack = VideoTrack(coding, rate: rate)
        }
    }

    var format: MediaFormat? {
        (videoTrack?.format ?? temporalUnits?.format).map(MediaFormat.codedVideo)
            ?? audioTrack?.format.map(MediaFormat.codedAudio)
    }

    /// Ticks per second of its samples.
    var timescale: Int32 { audioTrack?.format.map { Int32(clamping: $0.sampleRate) } ?? Timestamp.timescale }
    var repairs: TrackRepairs {
        videoTrack?.repairs ?? audioTrack?.repairs ?? temporalUnits?.repairs ?? TrackRepairs()
    }

    /// The end of the audio so far, in ticks of 90 kHz.
    var audioEnd: Int64? { audioTrack?.end }
    var priming: Int64 { audioTrack?.priming ?? 0 }

    /// Counts missing transport packets before the next one, which may start a PES packet.
    mutating func countLoss(_ count: Int, startsUnit: Bool) {
        // Losses before the first PES packet damage nothing.
        guard packetCount > 0 else { return }
        guard startsUnit else { return recordLoss(count) }
        // The counters of joined streams restart, so the time base decides.
        suspectedLoss = count
    }

    private mutating func recordLoss(_ count: Int) {
        lostPackets += count
        isDamaged = true
    }
    mutating func countError() { isDamaged = true }
    mutating func countScrambled() { scrambledCount += 1 }

    /// Appends the payload of the next transport packet. `end` is the presentation end of the program so far.
    mutating func append(
        _ payload: UnsafeRawBufferPointer, startsUnit: Bool, _ clock: inout ProgramClock, end: Int64,
        _ output: inout [DemultiplexedSample]
    ) {
        if startsUnit {
            header.removeAll(keepingCapacity: true)
            isOpen = false
            if beginPacket(payload, &clock, end, &output) { return }
            header.append(contentsOf: payload)
            return
        }
        if isOpen { return add(payload, &output) }
        guard !header.isEmpty else { return }
        header.append(contentsOf: payload)
        let gathered = header
        if gathered.withUnsafeBytes({ beginPacket($0, &clock, end, &output) }) { header.removeAll() }
    }

    /// Counts the completed PES packet if it is damaged. With `isSplice` the time base changes after it.
    private mutating func closePacket(isSplice: Bool) {
        if suspectedLoss > 0, !isSplice { recordLoss(suspectedLoss) }
        suspectedLoss = 0
        guard isDamaged else { return }
        isDamaged = false
        damagedPackets += 1
        guard let previousPresentation else { return }
        damagedTimes =
            min(
                damagedTimes?.lowerBound ?? previousPresentation, previousPresentation)...max(
                damagedTimes?.upperBound ?? previousPresentation, previousPresentation)
    }

    /// Reads a PES header and the media after it. Returns false if the header continues in the next packet.
    private mutating func beginPacket(
        _ bytes: UnsafeRawBufferPointer, _ clock: inout ProgramClock, _ end: Int64,
        _ output: inout [DemultiplexedSample]
    ) -> Bool {
        guard bytes.count >= 9 else { return false }
        guard let found = PacketHeader(bytes), found.hasMedia else {
            damagedHeaders += bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 1 ? 0 : 1
            return true
        }
        guard found.contentOffset <= bytes.count else { return false }
        packetCount += 1
        isOpen = true
        remaining = found.length > 0 ? max(0, found.length - found.contentOffset) : nil
        let before = position
        let time = place(found, &clock, end)
        closePacket(isSplice: !before.isOnSameLine(as: position))
        let first = output.count
        videoTrack?.beginPacket(time) { output.append($0) }
        audioTrack?.beginPacket(time) { output.append($0) }
        assignTrack(&output, from: first)
        add(UnsafeRawBufferPointer(rebasing: bytes[found.contentOffset...]), &output)
        return true
    }

    private mutating func add(_ payload: UnsafeRawBufferPointer, _ output: inout [DemultiplexedSample]) {
        var payload = payload
        if let left = remaining {
            payload = UnsafeRawBufferPointer(rebasing: payload.prefix(left))
            remaining = left - payload.count
        }
        guard !payload.isEmpty else { return }
        let first = output.count
        videoTrack?.append(payload)
        audioTrack?.append(payload) { output.append($0) }
        assignTrack(&output, from: first)
    }

    /// Returns the packet's times on the program's timeline; nil without a presentation time.
    private mutating func place(_ found: PacketHeader, _ clock: inout ProgramClock, _ end: Int64) -> PacketTime? {
        guard let presentation = found.presentation else { return nil }
        let decode = found.decode ?? presentation
        let lead = Timestamp.unwrap(presentation, near: decode) - decode
        let placed = clock.place(decode, &position, end: end &- lead)
        if let last, placed > last.decode { self.last?.step = min(placed - last.decode, Self.maximumStep) }
        last = (placed, last?.step ?? 0)
        let shown = clock.place(presentation: presentation, position)
        (previousPresentation, self.lastPresentation) = (self.lastPresentation, shown)
        presentationEnd = max(presentationEnd ?? .min, shown &+ (last?.step ?? 0))
        return PacketTime(presentation: shown, decode: found.decode == nil ? nil : placed)
    }

    private static let maximumStep: Int64 = 90_000

    /// Appends audio without packets that starts at `time`.
    mutating func append(packed bytes: UnsafeRawBufferPointer, at time: Int64?, _ output: inout [DemultiplexedSample]) {
        let first = output.count
        if let time { audioTrack?.beginPacket(PacketTime(presentation: time, decode: nil)) { output.append($0) } }
        audioTrack?.append(bytes) { output.append($0) }
        // The next file may start where these frames end.
        audioTrack?.readFrames { output.append($0) }
        assignTrack(&output, from: first)
    }

    /// Appends video without packets.
    mutating func append(raw bytes: UnsafeRawBufferPointer, _ output: inout [DemultiplexedSample]) {
        let first = output.count
        // Emits the access units of the bytes before these.
        videoTrack?.beginPacket(nil) { output.append($0) }
        videoTrack?.append(bytes)
        temporalUnits?.append(bytes) { output.append($0) }
        assignTrack(&output, from: first)
    }

    /// Appends the remaining samples at the end of the stream.
    mutating func finish(_ output: inout [DemultiplexedSample]) {
        (previousPresentation, suspectedLoss) = (lastPresentation, 0)
        closePacket(isSplice: true)
        let first = output.count
        videoTrack?.finish { output.append($0) }
        audioTrack?.finish { output.append($0) }
        temporalUnits?.finish { output.append($0) }
        assignTrack(&output, from: first)
    }

    private mutating func assignTrack(_ output: inout [DemultiplexedSample], from first: Int) {
        guard first < output.count else { return }
        for position in first..<output.count { output[position].track = index }
        sampleCount += output.count - first
    }
}
