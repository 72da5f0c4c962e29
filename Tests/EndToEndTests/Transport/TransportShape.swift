import Foundation

/// A transport stream or packed audio that ffmpeg writes, optionally with a change of its bytes.
struct TransportShape: Sendable, CustomStringConvertible {
    var description: String
    var ending = "ts"
    var video: [String]? = x264
    var audio: [String]? = aac
    var rate = "25"
    var sampleRate = 48_000
    /// Options of the muxer.
    var muxing: [String] = []
    var change: Change?
    /// The types of tracks that are left out, each with a part of the warning.
    var leftOut: [String: String] = [:]

    enum Change: String, Sendable {
        case checksums
        case withoutAssociation
        case withoutTables
        case withoutReferences
        case withNullPackets
        case cutInsidePacket
        case zerosBehind
    }

    static let x264 = [
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "25", "-sc_threshold", "0",
    ]
    static let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x265-params"]
    static let aac = ["-c:a", "aac", "-b:a", "96k"]

    /// Returns the file, which is made on first use.
    func file() async throws -> URL {
        let whole = try await made("shape.\(ending)", byFFmpeg: arguments)
        guard let change else { return whole }
        return try await made("changed.\(ending)", from: whole, as: change.rawValue) { Self.changed($0, change) }
    }

    private var arguments: [String] {
        var inputs: [String] = []
        if video != nil { inputs += ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=\(rate):duration=4"] }
        if audio != nil { inputs += ["-f", "lavfi", "-i", "sine=sample_rate=\(sampleRate):duration=4"] }
        return inputs + (video ?? []) + (audio ?? []) + muxing
    }

    private static func changed(_ data: Data, _ change: Change) -> Data {
        let packets = stride(from: 0, through: data.count - 188, by: 188).map { data[$0..<$0 + 188] }
        return switch change {
        case .checksums: Data(packets.flatMap { $0 + [UInt8](repeating: 0, count: 16) })
        case .withoutAssociation:
            Data(packets.filter { $0[$0.startIndex + 1] & 0x1f != 0 || $0[$0.startIndex + 2] != 0 }.joined())
        case .withoutTables:
            Data(packets.filter { $0[$0.startIndex + 1] & 0x1f == 1 }.joined())
        case .withoutReferences: Data(packets.flatMap(withoutReference))
        case .withNullPackets:
            Data(packets.flatMap { $0 + [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184) })
        case .cutInsidePacket: data.dropFirst(100)
        case .zerosBehind: data + Data(count: 5000)
        }
    }

    private static func withoutReference(_ packet: Data) -> [UInt8] {
        var packet = Array(packet)
        guard packet[3] & 0x20 != 0, packet[4] >= 7, packet[5] & 0x10 != 0 else { return packet }
        packet[5] &= ~0x10
        packet.replaceSubrange(6..<12, with: [UInt8](repeating: 0xff, count: 6))
        return packet
    }
}

extension TransportShape {
    /// Streams that GStreamer's demuxer refuses, shifts or truncates, and streams of common multiplexers.
    static let all: [TransportShape] = timing + codings + layouts

    private static let timing: [TransportShape] = [
        .init(description: "H.264 and AAC"),
        .init(description: "first PTS below the first PCR", muxing: ["-muxdelay", "0", "-muxpreload", "0"]),
        .init(description: "PCR a second apart", muxing: ["-pcr_period", "1000"]),
        .init(description: "PCR every 20 ms at a constant rate", muxing: ["-pcr_period", "20", "-muxrate", "4M"]),
        .init(description: "no PCR", change: .withoutReferences),
        .init(description: "discontinuity at the start", muxing: ["-mpegts_flags", "initial_discontinuity"]),
        .init(description: "33 bits that wrap", muxing: ["-output_ts_offset", "95440"]),
        .init(description: "times an hour late", muxing: ["-output_ts_offset", "3600"]),
        .init(
            description: "times that begin before zero",
            muxing: ["-copyts", "-output_ts_offset", "-3", "-avoid_negative_ts", "disabled"]),
        .init(description: "29.97 frames a second", rate: "30000/1001"),
        .init(description: "44.1 kHz", sampleRate: 44_100),
        .init(description: "open groups of pictures", video: x264 + ["-x264-params", "open-gop=1"]),
        .init(description: "a pyramid of B-frames", video: x264 + ["-bf", "8", "-x264-params", "b-pyramid=normal"]),
        .init(description: "intra refresh without IDR", video: x264 + ["-x264-params", "intra-refresh=1"]),
        .init(
            description: "interlaced frames", video: x264 + ["-flags", "+ilme+ildct", "-x264-params", "interlaced=1"]),
    ]
    private static let codings: [TransportShape] = [
        .init(description: "HEVC", video: x265 + ["keyint=25:log-level=none"]),
        .init(
            description: "HEVC with open groups of pictures",
            video: x265 + ["keyint=25:open-gop=1:bframes=4:log-level=none"]),
        .init(
            description: "HEVC of fields", video: x265 + ["keyint=25:interlace=tff:log-level=none"], audio: nil),
        .init(description: "AC-3", audio: ["-c:a", "ac3"]),
        .init(description: "AC-3 of DVB", audio: ["-c:a", "ac3"], muxing: ["-mpegts_flags", "system_b"]),
        .init(description: "E-AC-3", audio: ["-c:a", "eac3"]),
        .init(description: "MP3", audio: ["-c:a", "libmp3lame"]),
        .init(description: "Opus", audio: ["-c:a", "libopus"]),
        .init(description: "audio alone", video: nil),
        .init(description: "video alone", audio: nil),
        .init(description: "packed AAC", ending: "aac", video: nil),
        .init(description: "packed AC-3", ending: "ac3", video: nil, audio: ["-c:a", "ac3"]),
        .init(description: "packed E-AC-3", ending: "eac3", video: nil, audio: ["-c:a", "eac3"]),
        .init(
            description: "MPEG audio layer 2", audio: ["-c:a", "mp2"], leftOut: ["audio": "MPEG audio layer 2"]),
        .init(
            description: "DTS", audio: ["-c:a", "dca", "-strict", "-2"],
            leftOut: ["audio": "DTS audio, PID 257 of"]),
        .init(
            description: "MPEG-2 video", video: ["-c:v", "mpeg2video"], leftOut: ["video": "MPEG-2 video, PID 256 of"]),
    ]
    private static let layouts: [TransportShape] = [
        .init(description: "packets of 192 bytes", ending: "m2ts", audio: ["-c:a", "ac3"]),
        .init(description: "packets of 204 bytes", change: .checksums),
        .init(description: "no association", change: .withoutAssociation),
        .init(description: "no tables at all", change: .withoutTables),
        .init(description: "AAC declared as private data", ending: "m2ts"),
        .init(description: "null packets", change: .withNullPackets),
        .init(description: "a first packet that is cut off", change: .cutInsidePacket),
        .init(description: "zeros behind the last packet", change: .zerosBehind),
        .init(description: "tables at every frame", muxing: ["-mpegts_flags", "pat_pmt_at_frames"]),
        .init(description: "large PES packets of audio", muxing: ["-pes_payload_size", "16000"]),
        .init(description: "PES packets of video with a length", muxing: ["-omit_video_pes_length", "0"]),
        .init(description: "no access unit delimiters", muxing: ["-bsf:v", "h264_metadata=aud=remove"]),
        .init(description: "four slices per picture", video: x264 + ["-x264-params", "slices=4"]),
    ]
}
