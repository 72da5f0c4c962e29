import AssetWriting
import CGStreamer
import ISOMedia
import MPEGTransport
package import Media
import StageKit
import Synchronization

/// Decodes each segment separately, as a player does that starts there: only with its initialization section.
package struct SegmentDecoder: Sendable {
    /// The result of decoding one track.
    package struct Result: Sendable, Hashable {
        package var trackID: UInt32
        package var isVideo: Bool
        /// The number of samples decoded.
        package var sampleCount = 0
        /// The number of intact video frames or audio blocks that the decoder returned.
        package var frameCount = 0
        /// The error that ended decoding, or the decoder's message about damaged data; nil if there is neither.
        package var failure: String?
    }

    /// The maximum size in bytes of a transport stream segment, whose samples are all held in memory.
    private static let maximumStreamSize = 256 << 20

    package init() {}

    /// Decodes the tracks of a segment, except tracks that are encrypted or of unknown format. With an MP4
    /// initialization section the segment is MP4; otherwise it is a transport stream, whose tables may be in that
    /// section, or packed audio.
    package func decode(_ segment: ByteSlice, after initialization: ByteSlice?) async -> [Result] {
        guard let initialization, let movie = try? MovieFile(reading: initialization) else {
            return await decodeStreams(segment, tables: initialization.map { ProgramTables(reading: $0) })
        }
        guard let listing = try? SampleListing(of: segment, initialization: initialization) else { return [] }
        var results: [Result] = []
        for track in movie.tracks where !track.isEncrypted {
            guard let format = track.format, format.mediaType == .video || format.mediaType == .audio else { continue }
            var result = Result(trackID: track.id, isVideo: format.mediaType == .video)
            let described = Track(id: Track.ID(rawValue: track.id), format: format, timescale: track.timescale)
            let samples = sequence(state: listing.filtered(toTrack: track.id)) { listing in
                listing.next().map { Self.sample($0, described, segment) }
            }
            await decode(described, samples, &result)
            if result.sampleCount > 0 { results.append(result) }
        }
        return results
    }

    private func decodeStreams(_ segment: ByteSlice, tables: ProgramTables?) async -> [Result] {
        guard segment.count <= Self.maximumStreamSize else { return [] }
        var streams = TransportMeasurement(segment, initialization: tables, keepsSamples: true).streams
        if streams.isEmpty, let sound = PackedAudioMeasurement(segment, keepsSamples: true).stream { streams = [sound] }
        var results: [Result] = []
        for stream in streams {
            guard let format = stream.format else {
                guard stream.coding == .avc || stream.coding == .hevc, !stream.samples.isEmpty else { continue }
                var result = Result(trackID: stream.id, isVideo: true)
                result.failure = "no parameter sets precede the first picture"
                results.append(result)
                continue
            }
            let track = Track(id: Track.ID(rawValue: stream.id), format: format, timescale: Timestamp.timescale)
            var result = Result(trackID: stream.id, isVideo: format.mediaType == .video)
            await decode(track, stream.samples.lazy.map { Self.sample($0, track) }, &result)
            results.append(result)
        }
        return results
    }

    private func decode(_ track: Track, _ samples: some Sequence<Sample>, _ result: inout Result) async {
        var failure: String?
        let complaint = await DecoderMessages.shared.first {
            do {
                try await feed(track, samples, &result)
            } catch {
                failure = "\(error)"
            }
        }
        result.failure = failure ?? complaint
    }

    private func feed(_ track: Track, _ samples: some Sequence<Sample>, _ result: inout Result) async throws {
        var samples = samples.makeIterator()
        guard let first = samples.next() else { return }
        let settings: ReaderOutputSettings =
            result.isVideo ? .video(VideoFrameSettings()) : .audio(AudioFrameSettings())
        // The range includes all samples, even those with negative times.
        let range = MediaTimeRange(start: .seconds(-3000), duration: .indefinite)
        let plan = try DecodingPlan(DecodingRequest(track: track, settings: settings, range: range))
        let frames = FrameCount()
        let session = try await plan.start(CodecOutlet<Frame>(announce: { _ in }, emit: { frames.add($0) }))
        defer { result.frameCount = frames.count }
        do {
            var next: Sample? = first
            while let sample = next {
                result.sampleCount += 1
                try await session.feed.push(sample)
                next = samples.next()
            }
            try await session.finish()
        } catch {
            await session.abandon(error)
            throw error
        }
    }

    private static func sample(_ sample: StreamSample, _ track: Track) -> Sample {
        Sample(
            track: track.id, timescale: track.timescale, decodeTicks: sample.decode,
            presentationOffset: sample.presentation - sample.decode, duration: 0,
            flags: sample.isSync ? .sync : .predicted, bytes: sample.bytes)
    }

    private static func sample(_ entry: SampleListing.Entry, _ track: Track, _ bytes: ByteSlice) -> Sample {
        let sample = entry.sample
        return Sample(
            track: track.id, timescale: track.timescale, decodeTicks: sample.decodeTicks,
            presentationOffset: sample.compositionOffset, duration: sample.duration, flags: sample.flags,
            bytes: bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size))
    }
}

/// Counts frames from any thread.
private final class FrameCount: Sendable {
    private let value = Atomic<Int>(0)

    func add(_ frame: Frame) {
        // libav's decoders conceal missing data and mark such frames as corrupted.
        let content = frame.content as? GStreamerFrame
        if let content, sluice_gst_buffer_is(content.buffer, GST_BUFFER_FLAG_CORRUPTED) { return }
        value.add(1, ordering: .relaxed)
    }

    var count: Int { value.load(ordering: .relaxed) }
}
