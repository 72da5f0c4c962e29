import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Counts the packets of one stream and reads its format from the first of them.
final class ContainerStreamMeter: SinkReceiver, @unchecked Sendable {
    // Safe because an appsink makes one call at a time, and `stream` is read after its thread has ended.

    /// The reader of a stream's format.
    enum Reading {
        case video(CodedVideo)
        case audio(CodedAudio)
        case unknown
    }

    private(set) var stream: ContainerContents.Stream
    private let id: Track.ID
    private var reading: Reading
    private var hasFormat = false
    private var hasEnded = false
    private var syntax: BitstreamSyntax?
    private let run: OutletRun<Sample>
    private let found: InspectedStreams

    private let announced: @Sendable () -> Int64?

    /// Measures a stream. `announced` returns the duration that the container declares.
    init(
        _ stream: ContainerContents.Stream, id: Track.ID, _ reading: Reading, run: OutletRun<Sample>,
        found: InspectedStreams, announced: @escaping @Sendable () -> Int64?
    ) {
        self.announced = announced
        self.stream = stream
        self.id = id
        self.reading = reading
        self.run = run
        self.found = found
        found.add(self)
    }

    func receive(caps: UnsafeMutablePointer<GstCaps>) {
        let fields = CapsFields(caps: caps)
        stream.size = fields.size ?? stream.size
        if stream.format == nil {
            stream.sampleRate = fields.int("rate") ?? stream.sampleRate
            stream.channelCount = fields.int("channels") ?? stream.channelCount
        }
    }

    func receive(tags: StreamTags) {
        stream.language = tags.language ?? stream.language
        stream.title = tags.name ?? stream.title
    }

    func receive(sample: inout SinkSample) -> Bool {
        run.watch.recordProgress()
        sample.sharesOrigin = run.sharesOrigin
        if run.outcome.isDecided { return false }
        if let caps = sample.caps { receive(caps: caps) }
        guard isMedia(sample), let buffer = sample.buffer else { return true }
        if !hasFormat { readFormat(sample) }
        let size = Int(gst_buffer_get_size(buffer))
        let isSync = !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_DELTA_UNIT)
        stream.sampleCount += 1
        stream.byteCount += size
        if isSync { stream.syncCount += 1 }
        measure(sample)
        if found.countPacket() {
            let units = syntax.flatMap { syntax in
                ByteSlice.borrowing(buffer).map { syntax.unitNames(of: $0) }
            }
            stream.packets.append(
                ContainerContents.Packet(
                    decode: Int64(exactly: buffer.pointee.dts).map { MediaInstant(nanoseconds: $0) },
                    presentation: sample.timestamp.map { MediaInstant(nanoseconds: $0) },
                    duration: sample.duration.map { .nanoseconds($0) }, size: size, isSync: isSync, units: units ?? []))
        }
        return true
    }

    func receiveEnd() {
        guard !hasEnded else { return }
        hasEnded = true
        found.setDuration(announced())
        if let end = stream.presentationEnd { run.recordEnd(end.nanoseconds) }
        run.trackEnded(id)
    }

    private func isMedia(_ sample: borrowing SinkSample) -> Bool {
        switch reading {
        case .video, .unknown:
            return sample.buffer.map { !sluice_gst_buffer_is($0, GST_BUFFER_FLAG_HEADER) || isVideo } ?? false
        case .audio(var sound):
            // The format requires values from an MP3 information frame.
            defer { reading = .audio(sound) }
            return sound.isMedia(sample)
        }
    }

    /// Whether the stream is video: its frames with parameter sets have the header flag.
    private var isVideo: Bool {
        if case .video = reading { return true }
        return stream.mimeType.hasPrefix("video/")
    }

    private func measure(_ sample: borrowing SinkSample) {
        if sample.timestamp == nil { stream.untimedCount += 1 }
        guard let time = sample.timestamp ?? sample.buffer.flatMap({ Int64(exactly: $0.pointee.dts) }) else { return }
        let start = MediaInstant(nanoseconds: time)
        stream.presentationStart = min(stream.presentationStart ?? start, start)
        stream.presentationEnd = max(stream.presentationEnd ?? start, start + .nanoseconds(sample.duration ?? 0))
        if let end = sample.presentationTime { run.recordEnd(end + (sample.duration ?? 0)) }
    }

    private func readFormat(_ sample: borrowing SinkSample) {
        hasFormat = true
        guard let caps = sample.caps else { return }
        do throws(StageError) {
            var track: Track
            switch reading {
            case .unknown: return
            case .video(var pictures):
                track = try pictures.track(id, CapsFields(caps: caps))
                try pictures.complete(&track, sample)
            case .audio(var sound):
                track = try sound.track(id, CapsFields(caps: caps))
                try sound.complete(&track, sample)
            }
            stream.format = track.format
            stream.priming = Int(clamping: track.priming)
            syntax = BitstreamSyntax(track.format)
            switch track.format {
            case .codedVideo(let video): (stream.size, stream.displaySize) = (video.size, video.displaySize)
            case .codedAudio(let audio):
                (stream.sampleRate, stream.channelCount) = (audio.sampleRate, audio.channelCount)
            default: break
            }
        } catch {
            stream.problem = error.message
        }
    }
}
