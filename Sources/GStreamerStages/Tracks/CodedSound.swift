import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Packets of sound of a file as samples, counted from the first one's time.
struct CodedSound: TrackConverter {
    private let coding: SoundCoding
    private var id = Track.ID(rawValue: 0)
    private var rate: Int32 = 1
    private var format: CodedAudioFormat?
    private var isComplete = false
    /// What the first packet begins before its time.
    private var lead: Int64 = 0
    private let isLive: Bool
    private var timeline = SoundTimeline(rate: 1)

    init(_ coding: SoundCoding = .aac, isLive: Bool = false) {
        self.coding = coding
        self.isLive = isLive
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        let next = try coding.format(caps)
        // Frames that say themselves what they are have said it.
        let isFramed = coding == .ac3 || coding == .eac3 || coding == .mp3
        let format = isComplete && isFramed ? self.format ?? next : next
        self.id = id
        adopt(format)
        return Track(id: id, format: .codedAudio(format), timescale: rate)
    }

    private mutating func adopt(_ format: CodedAudioFormat) {
        self.format = format
        // Rates have 24 bits.
        let next = Int32(clamping: format.sampleRate)
        guard next != rate else { return }
        rate = next
        timeline = SoundTimeline(rate: rate, isLive: isLive)
    }

    func isMedia(_ sample: borrowing SinkSample) -> Bool {
        guard let buffer = sample.buffer else { return false }
        // FLAC's comments are not marked, and have no time.
        return !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_HEADER)
            && (coding != .flac || sample.presentationTime != nil)
    }

    /// Packets before time zero are there to be decoded and dropped, and so is what the codec's header says.
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        if let caps = first.caps, let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) }) {
            adopt(try coding.format(CapsFields(caps: caps), first: bytes))
            if let format {
                track.format = .codedAudio(format)
                track.timescale = rate
            }
        }
        isComplete = true
        let time = first.presentationTime ?? 0
        if time < 0 {
            track.priming = -TrackTimescale.ticks(time, rate)
        } else if let format {
            lead = coding.preSkip(format)
            track.priming = lead
        }
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), bytes.count > 0, let format else {
            return
        }
        let said = buffer.duration.map { TrackTimescale.ticks($0, rate) }
        guard let length = coding.duration(of: bytes, format, said: said) else {
            throw StageError(.damagedInput, "a packet of sound has no header that can be read")
        }
        var time = buffer.presentationTime
        if lead > 0 {
            time = time.map { $0 - MediaTime(value: lead, timescale: rate).nanoseconds }
            lead = 0
        }
        guard let begin = try timeline.next(at: time, count: length) else { return }
        emit(
            Sample(track: id, timescale: rate, decodeTicks: begin, duration: length, flags: flags(bytes), bytes: bytes))
    }

    /// Packets of xHE-AAC say whether they depend on others (usacIndependencyFlag, ISO/IEC 23003-3 5.2).
    private func flags(_ packet: ByteSlice) -> SampleFlags {
        guard format?.hasSampleDependencies == true else { return .sync }
        return packet.withUnsafeBytes { $0.first.map { $0 & 0x80 != 0 } ?? false } ? .sync : .predicted
    }

    mutating func finish(_ emit: (Sample) -> Void) {}
}
