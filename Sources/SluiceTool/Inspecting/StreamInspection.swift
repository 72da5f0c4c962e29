import MPEGTransport
import Media
import HLSRules

/// The output of `sluice inspect` for transport streams and packed audio.
struct StreamInspection {
    private let transport: TransportMeasurement?
    private let packedAudio: PackedAudioMeasurement?
    private let streams: [StreamMeasurement]

    /// The maximum size of files whose samples are listed, because the samples are kept in memory.
    private static let listedSize = 256 << 20

    private let listsSamples: Bool

    /// Reads the file; nil if it is neither.
    init?(_ content: ByteSlice, listsSamples: Bool) {
        let keeps = listsSamples && content.count <= Self.listedSize
        self.listsSamples = listsSamples
        switch SegmentFacts.Content(content) {
        case .transportStream:
            let measured = TransportMeasurement(content, keepsSamples: keeps)
            (transport, packedAudio, streams) = (measured, nil, measured.streams)
        case .packedAudio:
            let measured = PackedAudioMeasurement(content, keepsSamples: keeps)
            (transport, packedAudio, streams) = (nil, measured, measured.stream.map { [$0] } ?? [])
        case .fragmentedMP4, .webVTT, .encrypted, .unknown: return nil
        }
    }

    /// Whether the file is an MP3 file, which may start with an information frame, and not a segment of a playlist.
    var isMP3File: Bool {
        packedAudio != nil && packedAudio?.timestamp == nil && ["mp4a.6B", "mp4a.69"].contains(streams.first?.codec)
    }

    func show(_ path: String, isJSON: Bool) {
        guard !isJSON else {
            let streams = streams.map { StreamJSON($0, listsSamples: listsSamples) }
            return Console.write(
                JSONText.text(StreamsJSON(file: path, format: format, streams: streams, problems: problems)))
        }
        Console.write("\(format)\n")
        for stream in streams {
            Console.write("\(Self.line(stream))\n")
            if listsSamples { Self.list(stream) }
        }
        for entry in transport?.tables.entries ?? [] where entry.coding.mediaType == nil {
            Console.write("PID \(entry.pid): data, stream_type \(entry.type)\n")
        }
        for problem in problems { Console.write("(\(problem))\n") }
    }

    private var format: String {
        if let transport {
            let programs = transport.tables.mapPIDs.sorted { $0.key < $1.key }
                .map { "program \($0.key) with PMT in PID \($0.value)" }
            let tables = programs.isEmpty ? "no program" : programs.joined(separator: ", ")
            return "transport stream of \(transport.packetCount) packets, \(tables)"
        }
        let time = packedAudio?.timestamp.map { "at \(Self.seconds($0)) s" } ?? "without a time"
        return "packed audio \(time)"
    }

    private var problems: [String] {
        let all = [transport?.damage].compactMap(\.self) + streams.map(\.damage)
        let untold = listsSamples && streams.contains { $0.track.sampleCount > 0 && $0.samples.isEmpty }
        let first = untold ? ["samples of files larger than \(Self.listedSize) bytes are not listed"] : []
        return first
            + all.flatMap { damage in
                damage.locations.map { "at byte \($0.offset): expected \($0.expected), found \($0.found)" }
                    + (damage.count > damage.locations.count
                        ? ["\(damage.count - damage.locations.count) more"] : [])
            }
    }

    private static func line(_ stream: StreamMeasurement) -> String {
        let track = stream.track
        var words = ["PID \(stream.id): \(stream.codec ?? "\(stream.coding)")"]
        switch stream.format {
        case .codedVideo(let video): words.append(video.size.description)
        case .codedAudio(let audio): words.append("\(audio.sampleRate) Hz, \(audio.channelCount) channels")
        default: break
        }
        words.append("\(track.sampleCount) samples, \(track.byteCount) bytes")
        if track.sampleCount > 0, let start = track.decodeStart {
            words.append(
                "decoded from \(seconds(start)) s, presented from \(seconds(track.presentationStart)) s to "
                    + "\(seconds(track.presentationEnd)) s")
        }
        return words.joined(separator: ", ")
    }

    private static func list(_ stream: StreamMeasurement) {
        let syntax = stream.format.flatMap(BitstreamSyntax.init)
        for (number, sample) in stream.samples.enumerated() {
            let units = syntax?.unitNames(of: sample.bytes).joined(separator: " ") ?? ""
            let sync = sample.isSync ? "sync" : "-"
            Console.write(
                "  \(number)  dts \(sample.decode)  pts \(sample.presentation)  size \(sample.bytes.count)  packet at "
                    + "\(sample.offset)  \(sync)\(units.isEmpty ? "" : "  \(units)")\n")
        }
    }

    private static func seconds(_ ticks: Int64) -> String {
        MediaTime(value: ticks, timescale: Timestamp.timescale).decimal(places: 6)
    }
}

/// The JSON form of a file's streams. Times are in ticks of 90 kHz.
private struct StreamsJSON: Encodable {
    var file: String
    var format: String
    var streams: [StreamJSON]
    var problems: [String]
}

private struct StreamJSON: Encodable {
    struct Entry: Encodable {
        var dts: Int64
        var pts: Int64
        var size: Int
        var offset: Int
        var sync: Bool
    }

    var id: UInt32
    var codec: String?
    var sampleCount: Int
    var byteCount: Int
    var decodeStart: Int64?
    var decodeEnd: Int64
    var samples: [Entry]?

    init(_ stream: StreamMeasurement, listsSamples: Bool) {
        (id, codec) = (stream.id, stream.codec)
        (sampleCount, byteCount) = (stream.track.sampleCount, stream.track.byteCount)
        (decodeStart, decodeEnd) = (stream.track.decodeStart, stream.track.decodeEnd)
        guard listsSamples else { return }
        samples = stream.samples.map {
            Entry(dts: $0.decode, pts: $0.presentation, size: $0.bytes.count, offset: $0.offset, sync: $0.isSync)
        }
    }
}
