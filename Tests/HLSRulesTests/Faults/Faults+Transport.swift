extension Faults {
    /// Faults in transport streams.
    static let transport: [Fault] =
        [("0.1 s", 4800), ("0.5 s", 24_000), ("2 s", 96_000)].map { name, ticks in
            .model("R49", "audio is \(name) late", in: .muxedTransport) {
                $0.renditions[0].tracks[1].start += UInt64(ticks)
            }
        } + [
            .bytes("S2", "no tables", in: .muxedTransport, "both/1.ts") { $0.removeFirst(376) },
            .bytes("S4", "a lost packet", in: .muxedTransport, "both/1.ts") { $0.removeSubrange(188 * 20..<188 * 21) },
            .bytes("S4", "a truncated packet", in: .muxedTransport, "both/1.ts") { $0.removeLast(50) },
            .bytes("S4", "bytes between packets", in: .muxedTransport, "both/1.ts") {
                $0.insert(contentsOf: [1, 2, 3], at: 188 * 9)
            },
            .model("S3", "two programs", in: .muxedTransport) { $0.renditions[0].programs = 2 },
            Fault("R46", "two segments are swapped", in: .muxedTransport) { presentation in
                (presentation.files["both/1.ts"], presentation.files["both/2.ts"]) = (
                    presentation.files["both/2.ts"], presentation.files["both/1.ts"]
                )
            },
            Fault("R23", "a segment of another variant", in: .transport) {
                $0.files["high/2.ts"] = $0.files["low/2.ts"]
            },
            Fault(
                "R47", "an EXTINF is 1 s too short", in: .muxedTransport, "both.m3u8",
                .replace("EXTINF:4.000000", "EXTINF:3.000000")),
            .bytes("S1", "an empty segment", in: .muxedTransport, "both/1.ts") { $0 = Array("404".utf8) },
            Fault(
                "R46", "a segment is listed twice", in: .muxedTransport, "both.m3u8",
                .replace(
                    "both/2.ts", "both/1.ts")),
        ]
}
