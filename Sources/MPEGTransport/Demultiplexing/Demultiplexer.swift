package import Media

/// Splits a transport stream or packed audio into tracks of samples.
///
/// A value over the bytes of a file: nothing is read twice, and memory holds the access units that are being collected.
package struct Demultiplexer {
    /// Bytes that are read at most before the tracks are known.
    package static let probeLimit = 64 << 20
    /// Bytes that are read at once.
    private static let window = 1 << 20

    /// A file that continues the stream, such as the next segment of a playlist.
    package struct ContinuationFile {
        package var content: ByteSlice
        /// Whether another time base may begin with it.
        package var isDiscontinuous: Bool

        package init(_ content: ByteSlice, isDiscontinuous: Bool = false) {
            self.content = content
            self.isDiscontinuous = isDiscontinuous
        }
    }

    private var content: ByteSlice
    private let next: () -> ContinuationFile?
    private(set) var transport: TransportSource?
    private var packed: PackedAudioSource?
    private(set) var streams: [ElementaryStream]
    /// Samples that were read before the tracks were known.
    private var pending: [DemultiplexedSample] = []
    /// By stream: the track that it became.
    private(set) var trackIndexes: [Int?] = []
    /// Where the first presentation begins, on the program's line and in ticks of each track.
    package private(set) var origin = MediaTime.zero
    private var origins: [Int64] = []
    /// The formats that were announced or emitted last, by track.
    private var formats: [MediaFormat] = []

    /// The tracks that samples are emitted of.
    package private(set) var tracks: [DemultiplexedTrack] = []
    /// Where reading stands, in bytes.
    package private(set) var position = 0
    package private(set) var isAtEnd = false

    /// Reads the beginning of `content`; nil where it is neither a transport stream nor packed audio.
    ///
    /// `program` is a program_number; nil for the first program with media that can be read. `next` returns the file
    /// that continues the stream, once for each.
    package init?(_ content: ByteSlice, program: Int? = nil, next: @escaping () -> ContinuationFile? = { nil }) {
        self.content = content
        self.next = next
        if let transport = TransportSource(content, program: program) {
            streams = transport.makeStreams()
            position = transport.layout.start
            self.transport = transport
        } else if PacketLayout(content) == nil, let packed = PackedAudioSource(content) {
            streams = [ElementaryStream(packed: packed.coding)]
            position = packed.start
            self.packed = packed
        } else {
            return nil
        }
        probe()
    }

    /// The kinds of files that are read.
    package enum Kind: Sendable, Hashable {
        case transportStream
        /// Frames of audio without a container; `isExact` says that the first one begins the file, or follows ID3 tags.
        case packedAudio(StreamCoding, isExact: Bool)
    }

    /// The kind of file that `content` begins as; nil for those that cannot be read.
    package static func kind(of content: ByteSlice) -> Kind? {
        if PacketLayout(content) != nil { return .transportStream }
        return PackedAudioSource(content).map { .packedAudio($0.coding, isExact: $0.isExact) }
    }

    /// The programs that `content` has a table of.
    package static func programs(of content: ByteSlice) -> [Int] {
        TransportSource(content, program: nil)?.programNumbers ?? []
    }

    /// The bytes of a track's first sample, before anything is read.
    package func firstSample(of track: Int) -> ByteSlice? {
        pending.first { trackIndexes[$0.track] == track }?.bytes
    }

    /// The next samples of about `byteCount` bytes of the file, in the order of the file; empty at the end alone.
    package mutating func read(_ byteCount: Int) -> [DemultiplexedSample] {
        let first = pending
        pending = []
        var samples = first.compactMap { place($0) }
        while samples.isEmpty, !isAtEnd {
            var found: [DemultiplexedSample] = []
            advance(byteCount, &found)
            samples = found.compactMap { place($0) }
        }
        return samples
    }

    private mutating func probe() {
        var count = 0
        var found: [DemultiplexedSample] = []
        while !isAtEnd, count < Self.probeLimit / Self.window {
            advance(Self.window, &found)
            count += 1
            let ready = streams.filter { $0.sampleCount > 0 }.count
            // Streams that the map names need not be there; others may begin late.
            if ready == streams.count || ready > 0 && count >= 16 { break }
        }
        pending = found
        for index in streams.indices {
            guard streams[index].sampleCount > 0, let format = formatAtStart(index) else {
                trackIndexes.append(nil)
                continue
            }
            trackIndexes.append(tracks.count)
            let timescale = format.timescale
            tracks.append(
                DemultiplexedTrack(
                    pid: streamPIDs[index], coding: streams[index].coding, format: format.format,
                    timescale: timescale, language: streams[index].language, priming: streams[index].priming))
            formats.append(format.format)
        }
        findOrigin()
    }

    var streamPIDs: [Int] {
        transport?.pids ?? [0]
    }

    private func formatAtStart(_ index: Int) -> (format: MediaFormat, timescale: Int32)? {
        guard let format = pending.first(where: { $0.track == index })?.format else { return nil }
        if case .codedAudio(let audio) = format { return (format, Int32(clamping: max(audio.sampleRate, 1))) }
        return (format, Timestamp.timescale)
    }

    private mutating func begin(_ file: ContinuationFile) {
        content = file.content
        position =
            transport?.begin(content, isDiscontinuous: file.isDiscontinuous)
            ?? packed?.begin(content, isDiscontinuous: file.isDiscontinuous) ?? content.count
    }

    /// Moves time zero to `origin`, as with other files of the same presentation; before anything is read.
    package mutating func setOrigin(_ origin: MediaTime) {
        self.origin = origin
        origins = tracks.map { origin.ticks(at: $0.timescale) }
    }

    /// Time zero is where the first presentation begins.
    private mutating func findOrigin() {
        let first = pending.compactMap { sample in
            trackIndexes[sample.track].map { track in
                MediaTime(value: sample.presentationTicks, timescale: tracks[track].timescale)
            }
        }.min()
        setOrigin(first ?? .zero)
    }

    /// A sample on the tracks' line, which begins at zero.
    private mutating func place(_ sample: DemultiplexedSample) -> DemultiplexedSample? {
        guard let track = trackIndexes[sample.track] else { return nil }
        var sample = sample
        sample.track = track
        if case .codedAudio(let audio)? = sample.format {
            origins[track] = origin.ticks(at: Int32(clamping: max(audio.sampleRate, 1)))
        }
        sample.decodeTicks &-= origins[track]
        sample.presentationTicks &-= origins[track]
        if let format = sample.format {
            if format == formats[track] { sample.format = nil }
            formats[track] = format
        }
        return sample
    }

    private mutating func advance(_ byteCount: Int, _ output: inout [DemultiplexedSample]) {
        let end = min(content.count, position + max(byteCount, 1))
        let content = content
        content.withUnsafeBytes { buffer in
            position = transport?.read(buffer, from: position, to: end, &streams, &output) ?? position
            position = packed?.read(buffer, from: position, to: end, &streams[0], &output) ?? position
            position = min(position, content.count)
        }
        guard end == content.count || position == content.count else { return }
        if let part = next() { return begin(part) }
        isAtEnd = true
        for index in streams.indices { streams[index].finish(&output) }
    }
}
