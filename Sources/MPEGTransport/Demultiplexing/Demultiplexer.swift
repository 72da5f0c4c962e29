package import Media

/// Demultiplexes a transport stream, packed audio or raw video into tracks of samples.
///
/// Reads the bytes of a file in one pass; memory contains only incomplete access units.
package struct Demultiplexer {
    /// The maximum number of bytes to read before the tracks are known.
    package static let probeLimit = 64 << 20
    /// The number of bytes to read at once while probing.
    private static let window = 1 << 20

    /// A file that continues the stream, such as the next segment of a playlist.
    package struct ContinuationFile {
        package var content: ByteSlice
        /// Whether a new time base may start with the file.
        package var isDiscontinuous: Bool

        package init(_ content: ByteSlice, isDiscontinuous: Bool = false) {
            self.content = content
            self.isDiscontinuous = isDiscontinuous
        }
    }

    private var content: ByteSlice
    private let next: () -> ContinuationFile?
    private(set) var transport: TransportSource?
    private(set) var packed: PackedAudioSource?
    private(set) var raw: RawVideoSource?
    private(set) var streams: [ElementaryStream]
    /// Samples that were read before the tracks were known.
    private var pending: [DemultiplexedSample] = []
    /// The track of each stream; nil for streams without a track.
    private(set) var trackIndexes: [Int?] = []
    /// The start of the presentation, on the program's timeline and in ticks of each track.
    package private(set) var origin = MediaTime.zero
    private var origins: [Int64] = []
    /// The format announced or emitted last, by track.
    private var formats: [MediaFormat] = []

    /// The tracks of the emitted samples.
    package private(set) var tracks: [DemultiplexedTrack] = []
    /// The read position in the file, in bytes.
    package private(set) var position = 0
    package private(set) var isAtEnd = false
    /// Whether the stream continues in files that `next` does not return yet.
    private var isOpen: Bool
    /// Whether the next file is needed.
    private var isWaiting = false

    /// Reads the start of `content`; nil if it is neither a transport stream nor packed audio nor raw video with a frame
    /// rate.
    ///
    /// `program` is a program_number; nil selects the first program with supported media. `rate` replaces the frame rate
    /// that raw video declares. `next` returns the next file that continues the stream; it is called once for each. If
    /// the stream `isOpen`, it may return nil until there is another file, and only ``close()`` ends the stream.
    package init?(
        _ content: ByteSlice, program: Int? = nil, rate: Ratio? = nil, isOpen: Bool = false,
        next: @escaping () -> ContinuationFile? = { nil }
    ) {
        self.content = content
        self.isOpen = isOpen
        self.next = next
        if let transport = TransportSource(content, program: program) {
            streams = transport.makeStreams()
            position = transport.layout.start
            self.transport = transport
        } else if PacketLayout(content) == nil, let packed = PackedAudioSource(content) {
            streams = packed.isSampleEncrypted ? [] : [ElementaryStream(packed: packed.coding)]
            position = packed.isSampleEncrypted ? content.count : packed.start
            isAtEnd = packed.isSampleEncrypted
            self.packed = packed
        } else if let raw = RawVideoSource(content, rate: rate), let rate = raw.rate {
            streams = [ElementaryStream(raw: raw, rate: rate)]
            self.raw = raw
        } else {
            return nil
        }
        probe()
    }

    /// The supported kinds of files.
    package enum Kind: Sendable, Hashable {
        case transportStream
        /// Audio frames without a container. With `isExact` the first frame is at the start of the file or directly
        /// after ID3 tags.
        case packedAudio(StreamCoding, isExact: Bool)
        /// Video without a container, with the frame rate that it declares.
        case rawVideo(StreamCoding, rate: Ratio?)
    }

    /// Returns the kind of file by its first bytes; nil for unsupported files.
    package static func kind(of content: ByteSlice) -> Kind? {
        if PacketLayout(content) != nil { return .transportStream }
        if let packed = PackedAudioSource(content) { return .packedAudio(packed.coding, isExact: packed.isExact) }
        return RawVideoSource(content).map { .rawVideo($0.coding, rate: $0.declaredRate) }
    }

    /// Returns the numbers of the programs in the tables of `content`.
    package static func programs(of content: ByteSlice) -> [Int] {
        TransportSource(content, program: nil)?.programNumbers ?? []
    }

    /// Returns the bytes of a track's first sample. Valid only before samples are read.
    package func firstSample(of track: Int) -> ByteSlice? {
        pending.first { trackIndexes[$0.track] == track }?.bytes
    }

    /// Declares that no further files follow.
    package mutating func close() { isOpen = false }

    /// Returns the next samples from about `byteCount` bytes of the file, in file order; empty only at the end, and if the
    /// next file is needed.
    package mutating func read(_ byteCount: Int) -> [DemultiplexedSample] {
        isWaiting = false
        let first = pending
        pending = []
        var samples = first.compactMap { place($0) }
        while samples.isEmpty, !isAtEnd, !isWaiting {
            var found: [DemultiplexedSample] = []
            advance(byteCount, &found)
            samples = found.compactMap { place($0) }
        }
        return samples
    }

    private mutating func probe() {
        var count = 0
        var found: [DemultiplexedSample] = []
        while !isAtEnd, !isWaiting, count < Self.probeLimit / Self.window {
            advance(Self.window, &found)
            count += 1
            let ready = streams.filter { $0.sampleCount > 0 }.count
            // Streams in the program map may be absent, and others may start late.
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
            ?? packed?.begin(content, isDiscontinuous: file.isDiscontinuous) ?? 0
    }

    /// Moves time zero to `origin`, for example the origin of other files of the presentation. Call before reading
    /// samples.
    package mutating func setOrigin(_ origin: MediaTime) {
        self.origin = origin
        origins = tracks.map { origin.ticks(at: $0.timescale) }
    }

    /// Sets time zero to the start of the presentation.
    private mutating func findOrigin() {
        let first = pending.compactMap { sample in
            trackIndexes[sample.track].map { track in
                MediaTime(value: sample.presentationTicks, timescale: tracks[track].timescale)
            }
        }.min()
        setOrigin(first ?? .zero)
    }

    /// Moves a sample to the timeline of its track, which starts at zero.
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
            position = raw?.read(buffer, from: position, to: end, &streams[0], &output) ?? position
            position = min(position, content.count)
        }
        guard end == content.count || position == content.count else { return }
        if let part = next() { return begin(part) }
        guard !isOpen else {
            isWaiting = true
            return
        }
        isAtEnd = true
        for index in streams.indices { streams[index].finish(&output) }
    }
}
