import Media

extension Faults {
    /// Faults in the bytes of fragmented MP4.
    static let media: [Fault] = files + initialization + fragments + samples

    private static let segment = "video/segment-00002.m4s"
    private static let start = "video/init.mp4"
    private static let entry = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]

    private static let files: [Fault] = [
        Fault("R46", "a segment is replaced by its neighbour", in: .movie) {
            $0.files[segment] = $0.files["video/segment-00001.m4s"]
        },
        Fault("R46", "two segments are swapped", in: .movie) { presentation in
            let other = "audio/segment-00003.m4s"
            (presentation.files["audio/segment-00002.m4s"], presentation.files[other]) = (
                presentation.files[other], presentation.files["audio/segment-00002.m4s"]
            )
        },
        Fault("R100", "a segment of another variant", in: .movie) {
            $0.files[segment] = $0.files["video-2/segment-00002.m4s"]
        },
        Fault("R46", "a segment of another rendition", in: .movie) {
            $0.files[segment] = $0.files["audio/segment-00002.m4s"]
        },
        .bytes("R48", "a truncated segment", in: .movie, "audio/segment-00002.m4s") { $0.removeLast(100) },
        .bytes("S1", "a page of HTML", in: .movie, segment) { $0 = Array("<html><body>404</body></html>".utf8) },
        .bytes("B29", "a segment without fragments", in: .movie, segment) {
            try BoxPatch.rename(["moof"], to: "free", in: &$0)
        },
        .bytes("B29", "bytes after the last box", in: .movie, segment) { $0 += [0, 0, 0] },
    ]

    private static let initialization: [Fault] = [
        .bytes("B1", "no ftyp", in: .movie, start) { try BoxPatch.rename(["ftyp"], to: "free", in: &$0) },
        .bytes("B1", "the major brand of QuickTime", in: .movie, start) {
            $0.replaceSubrange(8..<12, with: "qt  ".utf8)
        },
        .bytes("B1", "only the brand of QuickTime", in: .cbcs, start) { bytes in
            let end = Int(BoxPatch.word(bytes, 0))
            for offset in [8] + stride(from: 16, to: end, by: 4) {
                bytes.replaceSubrange(offset..<offset + 4, with: "qt  ".utf8)
            }
        },
        .bytes("B8", "no mvex", in: .movie, start) { try BoxPatch.rename(["moov", "mvex"], to: "free", in: &$0) },
        .bytes("B17", "no avcC", in: .movie, start) { try BoxPatch.rename(entry + ["avcC"], to: "free", in: &$0) },
        .bytes("B25", "another display width", in: .movie, start) {
            let size = try BoxPatch.find(["moov", "trak", "tkhd"], in: $0).last?.count ?? 8
            try BoxPatch.write([1], at: size - 8, of: ["moov", "trak", "tkhd"], in: &$0)
        },
        .bytes("R83", "another level in avcC", in: .movie, start) {
            try BoxPatch.write([0x29], at: 11, of: entry + ["avcC"], in: &$0)
        },
        .bytes("R50a", "another track_ID", in: .movie, start) {
            try BoxPatch.write([0, 0, 0, 9], at: 20, of: ["moov", "trak", "tkhd"], in: &$0)
        },
        .bytes("B15", "no colr", in: .lowLatency, start) { try BoxPatch.rename(entry + ["colr"], to: "free", in: &$0) },
        .bytes("B25", "another width in the sample entry", in: .movie, start) {
            try BoxPatch.write([1, 64], at: 32, of: entry, in: &$0)
        },
        Fault(
            "R111", "a map that ends 8 bytes early", in: .singleFile, "video/playlist.m3u8",
            .number("BYTERANGE=\"") { $0 - 8 }),
        Fault(
            "B29", "a map that ends in the first fragment", in: .singleFile, "video/playlist.m3u8",
            .number("BYTERANGE=\"") { $0 + 60 }),
        Fault(
            "B29", "byte ranges that overlap", in: .singleFile, "video/playlist.m3u8",
            .number("EXT-X-BYTERANGE:") { $0 + 500 }),
        .bytes("B19", "meta at the top level", in: .movie, start) {
            $0 += [0, 0, 0, 12] + Array("meta".utf8) + [0, 0, 0, 0]
        },
    ]

    private static let fragments: [Fault] = [
        .bytes("B4", "no default-base-is-moof", in: .movie, segment) {
            try BoxPatch.write([0], at: 9, of: ["moof", "traf", "tfhd"], in: &$0)
        },
        .bytes("B5", "no tfdt", in: .movie, segment) {
            try BoxPatch.rename(["moof", "traf", "tfdt"], to: "free", in: &$0)
        },
        .bytes("B13", "a repeated sequence number", in: .movie, segment) {
            try BoxPatch.write([0, 0, 0, 1], at: 12, of: ["moof", "mfhd"], in: &$0)
        },
        .bytes("R48", "samples outside mdat", in: .movie, segment) {
            try BoxPatch.write([0, 1], at: 16, of: ["moof", "traf", "trun"], in: &$0)
        },
        .bytes("R50a", "a track that is not declared", in: .movie, segment) {
            try BoxPatch.write([0, 0, 0, 7], at: 12, of: ["moof", "traf", "tfhd"], in: &$0)
        },
        .bytes("B21", "an event message after the fragment", in: .movie, segment) { $0 += event(isTerminated: true) },
        .bytes("B21", "an event message without the end of its scheme", in: .movie, segment) {
            $0 = event(isTerminated: false) + $0
        },
        .bytes("B3", "styp after the fragment", in: .movie, segment) { bytes in
            let styp = Array(bytes[..<24])
            bytes = Array(bytes[24...]) + styp
        },
    ]

    /// An `emsg` box of version 1.
    private static func event(isTerminated: Bool) -> [UInt8] {
        let texts = Array("urn:example".utf8) + (isTerminated ? [0, 0x31, 0] : [])
        let fields = [UInt8](repeating: 0, count: 3) + [90] + [UInt8](repeating: 0, count: 16)
        return [0, 0, 0, UInt8(12 + 20 + texts.count)] + Array("emsg".utf8) + [1, 0, 0, 0] + fields + texts
    }

    /// The offset of the first sample, which has a length of four bytes.
    private static func firstSample(_ bytes: [UInt8]) throws -> Int {
        (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
    }

    private static let samples: [Fault] = [
        .bytes("R43", "a segment that does not begin with an IDR picture", in: .movie, segment) {
            $0[try firstSample($0) + 4] = 0x41
        },
        .bytes("B12", "a sync sample that is none", in: .movie, segment) { bytes in
            var offset = try firstSample(bytes)
            for _ in 0..<30 { offset += 4 + Int(BoxPatch.word(bytes, offset)) }
            bytes[offset + 4] = 0x41
        },
        Fault("B12", "a sync sample of HEVC that is no random access point", in: .muxedTransport) { presentation in
            var model = ValidMedia.videoOnly
            var track = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevc)))
            (track.syncHead, track.otherHead) = (ValidMedia.hevcInstantaneous, ValidMedia.hevcPredicted)
            model.renditions[0].tracks = [track]
            model.segmentTracks()
            model.renditions[0].segments[2].fragments[0].runs[0].samples[60].head = ValidMedia.hevcPredicted
            presentation = try PackagedPresentation(written: model)
        },
        .bytes("B30", "overwritten frames", in: .movie, segment) { bytes in
            let start = try firstSample(bytes) + 900
            for offset in start..<start + 600 { bytes[offset] = 0xee }
        },
        .bytes("B30", "zeros instead of frames", in: .movie, segment) { bytes in
            let start = try firstSample(bytes) + 1200
            for offset in start..<start + 800 { bytes[offset] = 0 }
        },
        .bytes("B30", "two pictures in a sample", in: .movie, segment) { bytes in
            let start = try firstSample(bytes)
            let length = Int(BoxPatch.word(bytes, start))
            bytes.replaceSubrange(start..<start + 4, with: [0, 0, 0, 100])
            bytes.replaceSubrange(
                start + 104..<start + 110,
                with: [0, 0, UInt8((length - 104) >> 8), UInt8((length - 104) & 0xff), 0x65, 0x88])
        },
        .bytes("B30", "a sample that continues the previous picture", in: .movie, segment) {
            $0[try firstSample($0) + 5] = 0x48
        },
        .bytes("B30", "a sample without a slice", in: .movie, segment) { $0[try firstSample($0) + 4] = 0x0c },
        .bytes("B30", "a delimiter in the middle of a sample", in: .movie, segment) { bytes in
            let start = try firstSample(bytes)
            let length = Int(BoxPatch.word(bytes, start))
            bytes.replaceSubrange(
                start..<start + 4, with: [0, 0, UInt8((length - 6) >> 8), UInt8((length - 6) & 0xff)])
            let end = start + 4 + length
            bytes.replaceSubrange(end - 6..<end, with: [0, 0, 0, 2, 9, 0xf0])
        },
        .bytes("B18", "parameter sets that contradict the map", in: .movie, segment) { bytes in
            // An SPS of Main 2.1 and the slice after it.
            let start = try firstSample(bytes)
            let length = Int(BoxPatch.word(bytes, start))
            let set = ValidMedia.bytes("674d4015d901419f9f0110000003001000000303c0f162e480")
            let rest = length - set.count - 4
            let head: [UInt8] =
                [0, 0, 0, UInt8(set.count)] + set + [0, 0, UInt8(rest >> 8), UInt8(rest & 0xff), 0x65, 0x88, 0x84]
            bytes.replaceSubrange(start..<start + head.count, with: head)
        },
    ]
}
