import Media

/// One stream of the program: its PES packets, ISO/IEC 13818-1 2.4.3.6, and the track that they make.
struct ElementaryStream {
    /// The number that its samples have as their track.
    private let index: Int
    let coding: StreamCoding
    let language: String?
    private var picture: PictureTrack?
    private var sound: AudioTrack?
    /// Bytes of a PES header that goes on in the next packet.
    private var header: [UInt8] = []
    /// Bytes that the PES packet still has; nil where it ends with the next one.
    private var remaining: Int?
    private var isOpen = false
    private var position = ProgramClock.Position()
    /// The last decode time and the distance from the one before.
    private var last: (decode: Int64, step: Int64)?
    /// Where the stream's presentation ends, in ticks of 90 kHz.
    private(set) var presentationEnd: Int64?
    private(set) var sampleCount = 0
    /// PES packets.
    private(set) var packetCount = 0
    private(set) var scrambledCount = 0
    private(set) var lostPackets = 0
    private(set) var damagedHeaders = 0

    init(_ entry: ProgramTables.Entry, index: Int) {
        self.index = index
        coding = entry.coding
        language = Descriptors(entry.descriptors).language
        switch entry.coding {
        case .avc, .hevc: picture = PictureTrack(entry.coding)
        default: sound = AudioTrack(entry.coding)
        }
    }

    /// A stream of packed audio.
    init(packed coding: StreamCoding) {
        index = 0
        self.coding = coding
        language = nil
        sound = AudioTrack(coding)
    }

    var format: MediaFormat? {
        picture?.format.map(MediaFormat.codedVideo) ?? sound?.format.map(MediaFormat.codedAudio)
    }

    /// Ticks per second of its samples.
    var timescale: Int32 { sound?.format.map { Int32(clamping: $0.sampleRate) } ?? Timestamp.timescale }
    var repairs: TrackRepairs { picture?.repairs ?? sound?.repairs ?? TrackRepairs() }
    var usesRecoveryPoints: Bool { picture?.usesRecoveryPoints ?? false }

    mutating func countLoss() { lostPackets += 1 }
    mutating func countScrambled() { scrambledCount += 1 }

    /// Adds the payload of the next transport packet; `end` is where the presentation of the program ends so far.
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

    /// Reads a PES header and the media behind it; false where the header goes on in the next packet.
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
        let time = place(found, &clock, end)
        let first = output.count
        picture?.beginPacket(time) { output.append($0) }
        sound?.beginPacket(time) { output.append($0) }
        label(&output, from: first)
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
        picture?.append(payload)
        sound?.append(payload) { output.append($0) }
        label(&output, from: first)
    }

    /// The packet's times on the program's line; nil without a presentation time.
    private mutating func place(_ found: PacketHeader, _ clock: inout ProgramClock, _ end: Int64) -> PacketTime? {
        guard let presentation = found.presentation else { return nil }
        let decode = found.decode ?? presentation
        let lead = Timestamp.unwrap(presentation, near: decode) - decode
        let placed = clock.place(decode, &position, end: end &- lead)
        if let last, placed > last.decode { self.last?.step = min(placed - last.decode, Self.longestStep) }
        last = (placed, last?.step ?? 0)
        let shown = clock.place(presentation: presentation, position)
        presentationEnd = max(presentationEnd ?? .min, shown &+ (last?.step ?? 0))
        return PacketTime(presentation: shown, decode: found.decode == nil ? nil : placed)
    }

    private static let longestStep: Int64 = 90_000

    /// Adds audio that has no packets, which begins at `time`.
    mutating func append(packed bytes: UnsafeRawBufferPointer, at time: Int64?, _ output: inout [DemultiplexedSample]) {
        let first = output.count
        if let time { sound?.beginPacket(PacketTime(presentation: time, decode: nil)) { output.append($0) } }
        sound?.append(bytes) { output.append($0) }
        label(&output, from: first)
    }

    /// Appends the samples that are left at the end of the stream.
    mutating func finish(_ output: inout [DemultiplexedSample]) {
        let first = output.count
        picture?.finish { output.append($0) }
        sound?.finish { output.append($0) }
        label(&output, from: first)
    }

    private mutating func label(_ output: inout [DemultiplexedSample], from first: Int) {
        guard first < output.count else { return }
        for position in first..<output.count { output[position].track = index }
        sampleCount += output.count - first
    }
}
