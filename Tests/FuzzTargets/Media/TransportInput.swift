import HLS
import MPEGTransport
import Media
import HLSRules

/// Segments without boxes: transport streams and packed audio, split in two at a packet boundary.
enum TransportInput {
    private static let playlist = CheckedPlaylist(
        name: "media.m3u8",
        bytes: Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0\n#EXTINF:4,\n1\n#EXT-X-ENDLIST\n".utf8))

    static func read(_ input: [UInt8]) {
        let bytes = ByteSlice(copying: input)
        for near in [nil, 0, Int64(1) << 40] {
            let measured = TransportMeasurement(bytes, near: near, initialization: ProgramTables(reading: bytes))
            for stream in measured.streams { use(stream, input.count) }
            require(
                measured.damage.locations.count <= MediaDamage.maximumLocations,
                "the number of recorded faults is limited")
            if let stream = PackedAudioMeasurement(bytes, near: near).stream { use(stream, input.count) }
        }
        measure(bytes)
    }

    private static func use(_ stream: StreamMeasurement, _ size: Int) {
        require(stream.track.byteCount <= size, "a stream is not larger than its segment")
        require(stream.track.duration >= 0, "durations are not negative")
        _ = stream.codec
    }

    /// Measures two segments, as the validator does.
    private static func measure(_ bytes: ByteSlice) {
        var measurer = RenditionMeasurer(playlist, .apple)
        let half = bytes.count / 376 * 188
        for (entry, range) in zip(playlist.text.segments, [0..<half, half..<bytes.count]) {
            measurer.measure(entry, file: entry.uri, bytes: bytes.slice(range), initialization: nil)
        }
        let (rendition, log) = measurer.finish()
        require(rendition.segments.count == 2, "both segments were measured")
        require(log.findings.allSatisfy { !$0.found.isEmpty }, "a finding has a description")
    }
}
