import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    static let containers: [RuleExample] = [
        .media(
            "S1", "a segment is an HTML error page", ValidMedia.videoOnly,
            .bytes("video/3.m4s") { $0 = Array("<html><body>404 Not Found</body></html>".utf8) }),
        .media(
            "S1", "a transport stream segment is an HTML page", ValidMedia.transport,
            .bytes("both/5.ts") { $0 = Array("<!DOCTYPE html>\n<title>503</title>".utf8) }),
        .media(
            "S2", "the tables are missing", ValidMedia.transport, .bytes("both/0.ts") { $0.removeFirst(2 * 188) }),
        .media(
            "S2", "another packet precedes the tables", ValidMedia.transport,
            .bytes("both/2.ts") { $0 = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184) + $0 }),
        .media(
            "S3", "the PAT lists two programs", ValidMedia.transport, .model { $0.renditions[0].programs = 2 }),
        .media(
            "S4", "a video packet is missing", ValidMedia.transport,
            .bytes("both/3.ts") { bytes in
                let start = try TransportPatch.packet(50, ofPID: 256, in: bytes)
                bytes.removeSubrange(start..<start + 188)
            }),
        .media(
            "S4", "bytes between two packets", ValidMedia.transport,
            .bytes("both/1.ts") { $0.insert(contentsOf: [1, 2, 3], at: 188 * 40) }),
        .media(
            "S4", "the file ends inside a packet", ValidMedia.transport, .bytes("both/5.ts") { $0.append(0x47) }),
        .media(
            "S4", "an audio frame is damaged", ValidMedia.transport,
            .bytes("both/4.ts") { bytes in
                // After the PES header: the sync word of the first frame.
                let start = try TransportPatch.packet(12, ofPID: 257, startsUnit: true, in: bytes)
                bytes[start + 4 + 14] = 0
            }),
        .media(
            "S4", "a segment contains only tables", ValidMedia.transport,
            .bytes("both/5.ts") { $0.removeSubrange(376...) }),
        .media(
            "S4", "audio has no timestamps", ValidMedia.transport,
            .bytes("both/5.ts") { bytes in
                for start in stride(from: 0, to: bytes.count, by: 188)
                where bytes[start + 1] == 0x41 && bytes[start + 2] == 1 && bytes[start + 3] & 0x20 == 0 {
                    bytes[start + 4 + 7] = 0
                }
            }),
        .media(
            "S2", "the first table is damaged", ValidMedia.transport, .bytes("both/3.ts") { $0[15] ^= 1 }),
        .media(
            "S5", "the timestamp is missing", ValidMedia.packedAudio,
            .bytes("sound/2.aac") { $0.removeFirst(10 + 10 + 53) }),
        .media(
            "S5", "the PRIV frame has another owner", ValidMedia.packedAudio,
            .bytes("sound/2.aac") { $0[20] = UInt8(ascii: "x") }),
        .media(
            "S6", "bytes between two audio frames", ValidMedia.packedAudio,
            .bytes("sound/1.aac") { $0.insert(contentsOf: [1, 2, 3], at: 73 + 57 * 10) }),
        .media(
            "S6", "the last audio frame is truncated", ValidMedia.packedAudio,
            .bytes("sound/1.aac") { $0.removeLast(20) }),
        .media(
            "S6", "a segment contains only an ID3 tag", ValidMedia.packedAudio,
            .bytes("sound/5.aac") { $0.removeSubrange(73...) }),
    ]

    static let encryptedSegments: [RuleExample] = [
        .media(
            "S7", "the key is wrong", ValidMedia.encryptedTransport, .bytes("key") { $0[3] ^= 1 }),
        // It changes what the first two blocks decrypt to, and the padding stays valid.
        .media(
            "S7", "the first block is another one", ValidMedia.encryptedTransport, .bytes("both/2.ts") { $0[0] ^= 1 }),
        .media(
            "S7", "a segment ends inside a cipher block", ValidMedia.encryptedTransport,
            .bytes("both/2.ts") { $0.removeLast(5) }),
        .media(
            "S4", "an encrypted segment ends inside a packet", ValidMedia.encryptedTransport,
            .model { $0.renditions[0].segments[5].suffix = [0x47, 0, 0] }),
    ]

    /// Rules for timing, changes and video, on transport streams and packed audio.
    static let transportTiming: [RuleExample] = [
        .media(
            "R8M", "a transport stream segment is too long", ValidMedia.transport,
            .text("both.m3u8", .replace("TARGETDURATION:4", "TARGETDURATION:3"))),
        .media(
            "R10", "all EXTINF of transport streams are 10 ms too long", ValidMedia.transport,
            .text("both.m3u8", .replaceAll("EXTINF:4.000000", "EXTINF:4.010000"))),
        .media(
            "R47", "one EXTINF of transport streams is 0.5 s too short", ValidMedia.transport,
            .text("both.m3u8", .replace("EXTINF:4.000000", "EXTINF:3.500000"))),
        .media(
            "R46", "packed audio has a gap of 1 s", ValidMedia.packedAudio,
            .all([
                .model { model in
                    for index in 3..<6 { model.renditions[0].segments[index].fragments[0].runs[0].time += 48_000 }
                },
                // The duration of the modified media.
                .text("sound.m3u8", .replace("EXTINF:4.010667,\nsound/2", "EXTINF:5.010667,\nsound/2")),
            ])),
        .media(
            "R46", "video timestamps of transport streams overlap", ValidMedia.transport,
            .model { model in
                for index in 3..<6 {
                    for run in 0..<2 {
                        let scale: UInt64 = run == 0 ? 15_360 : 48_000
                        model.renditions[0].segments[index].fragments[0].runs[run].time -= scale / 10
                    }
                }
                model.renditions[0].segments[2].duration = "3.900000"
            }),
        .media(
            "R49", "audio of transport streams starts 0.5 s late", ValidMedia.transport,
            .model { model in
                for index in 0..<6 { model.renditions[0].segments[index].fragments[0].runs[1].time += 24_000 }
            }),
        .media(
            "R43", "a transport stream segment starts with a dependent frame", ValidMedia.transport,
            .model { model in
                // The IDR picture is the second one.
                model.renditions[0].segments[2].fragments[0].runs[0].samples[0].head = ValidMedia.predicted
                model.renditions[0].segments[2].fragments[0].runs[0].samples[1].head = ValidMedia.instantaneous
            }),
        .media(
            "R42", "a transport stream segment is not independent", ValidMedia.transport,
            .model { $0.renditions[0].segments[2].fragments[0].runs[0].samples[0].head = ValidMedia.predicted },
            profile: .rfc),
        .media(
            "R23", "an elementary stream is added without a discontinuity", ValidMedia.transport,
            .bytes("both/3.ts") { bytes in
                var writer = TransportWriter()
                writer.writeTables(programs: 1, streams: [(256, 0x1b), (257, 0x0f), (300, 0x15)])
                bytes.replaceSubrange(0..<376, with: writer.bytes)
            }),
        .media(
            "R24", "a discontinuity between continuous transport streams", ValidMedia.transport,
            .model { $0.renditions[0].segments[4].lines = ["#EXT-X-DISCONTINUITY"] }),
        .media(
            "R50f", "interlaced video in transport streams", ValidMedia.transport,
            .plan { model in
                model.renditions[0].tracks[0] = ValidMedia.video(
                    .avc(AVCDecoderConfiguration(bytes: ValidMedia.fields)))
            }),
        .media(
            "R50i", "packed audio changes from two channels to one", ValidMedia.packedAudio,
            .bytes("sound/3.aac") { bytes in
                for frame in stride(from: 73, to: bytes.count, by: 57) {
                    bytes[frame + 3] = bytes[frame + 3] & 0x3f | 0x40
                }
            }),
        .media(
            "R83", "CODECS declares another level than transport streams", ValidMedia.transportPresentation,
            .text("index.m3u8", .replace("avc1.64001e", "avc1.640028")), scope: .measurement),
        .media(
            "R84", "RESOLUTION differs from the transport streams", ValidMedia.transportPresentation,
            .text("index.m3u8", .replace("640x360", "648x360")), scope: .measurement),
    ]
}

/// Finds packets in transport streams.
enum TransportPatch {
    struct PacketNotFound: Error {}

    /// Returns the offset of the n-th packet with this PID.
    static func packet(_ number: Int, ofPID pid: Int, startsUnit: Bool = false, in bytes: [UInt8]) throws -> Int {
        var left = number
        for start in stride(from: 0, through: bytes.count - 188, by: 188) {
            let isHere = Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == pid
            guard isHere, !startsUnit || bytes[start + 1] & 0x40 != 0 else { continue }
            if left == 0 { return start }
            left -= 1
        }
        throw PacketNotFound()
    }
}
