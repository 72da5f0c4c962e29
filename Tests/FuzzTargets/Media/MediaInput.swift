import HLS
import ISOMedia
import Media
import HLSRules

/// Media to inspect and to measure: an initialization section and segments, concatenated.
enum MediaInput {
    /// The maximum number of samples listed per file.
    private static let maximumListedBytes = 1 << 14
    private static let leadingBoxTypes: Set<FourCC> = ["styp", "sidx", "prft", "emsg", "moof"]
    private static let playlists = [plain, encrypted, iFrames].map {
        CheckedPlaylist(name: "media.m3u8", bytes: Array(("#EXTM3U\n" + $0 + "#EXT-X-ENDLIST\n").utf8))
    }
    private static let presentation: CheckedPresentation? = {
        let multivariant = CheckedPlaylist(name: "index.m3u8", bytes: Array(index.utf8))
        let entries = PresentationDeclarations(multivariant.text).entries
        let renditions = zip(entries, playlists).map { entry, playlist in
            CheckedRendition(
                role: entry.role, uri: entry.uri, playlist: playlist, declarations: entry.declarations,
                attributes: entry.attributes)
        }
        return CheckedPresentation(multivariant: multivariant, renditions: renditions)
    }()

    static func read(_ input: [UInt8]) {
        let bytes = ByteSlice(copying: input)
        let pieces = pieces(of: bytes)
        inspect(bytes, pieces)
        guard let presentation else { return }
        let measured = presentation.renditions.map { measure(pieces, as: $0.playlist) }
        var checker = StateChecker(.apple)
        checker.validate(MeasuredPresentation(presentation: presentation, renditions: measured))
        let report = ValidationReport(subject: "index.m3u8", profile: .apple, log: checker.log)
        require(report.findings.allSatisfy { !$0.found.isEmpty }, "a finding has a description")
    }

    /// Returns the initialization section and the segments after it, split before the first box of each.
    private static func pieces(of bytes: ByteSlice) -> [ByteSlice] {
        var (cuts, isBegun) = ([0], true)
        let boxes = SegmentMeasurement(bytes, initialization: nil).boxes
        for box in boxes.prefix(64) {
            let isStart = leadingBoxTypes.contains(box.type)
            if isStart, !isBegun || cuts.count == 1 { cuts.append(min(box.offset, bytes.count)) }
            isBegun = isStart
        }
        cuts.append(bytes.count)
        return zip(cuts, cuts.dropFirst()).map { bytes.slice($0..<max($0, $1)) }
    }

    /// Performs the operations of `sluice inspect`: lists boxes and samples, and compares files.
    private static func inspect(_ bytes: ByteSlice, _ pieces: [ByteSlice]) {
        let tree = BoxTree(bytes, limits: .everything)
        var itself = FileDifference(tree, tree)
        require(itself.isEmpty, "a file equals itself")
        _ = FileDifference(tree, BoxTree(pieces[0], limits: .everything)).entries
        let header = pieces.count > 1 ? pieces[0] : nil
        for (part, header) in [(bytes, nil)] + pieces.dropFirst().prefix(3).map({ ($0, header) }) {
            guard var listing = try? SampleListing(of: part, initialization: header) else { continue }
            let first = listing
            var count = 0
            while count < maximumListedBytes, let entry = listing.next() {
                require(entry.sample.size >= 0 && entry.number > 0, "a sample has a size and a number")
                count += 1
            }
            _ = listing.problems
            guard count < maximumListedBytes else { continue }
            itself.addSamples(first, of: part, first, of: part)
            require(itself.isEmpty, "samples equal themselves")
        }
    }

    /// Performs the operations of `sluice validate` on the segments of one playlist.
    private static func measure(_ pieces: [ByteSlice], as playlist: CheckedPlaylist) -> MeasuredRendition {
        var measurer = RenditionMeasurer(playlist, .apple)
        let initialization = try? measurer.measure(initialization: pieces[0], file: "init.mp4")
        for (entry, bytes) in zip(playlist.text.segments, pieces.dropFirst()) {
            let parts = entry.parts.map { part in
                PartFacts(
                    part: part, file: "part", offset: 0,
                    media: SegmentMeasurement(bytes, initialization: initialization?.measurement))
            }
            measurer.measure(
                entry, file: "segment", offset: 100, bytes: bytes, initialization: initialization, parts: parts)
        }
        for entry in playlist.text.segments.dropFirst(pieces.count - 1) { measurer.recordMissing(entry) }
        let (rendition, log) = measurer.finish()
        require(log.findings.count <= FindingLog.limit, "the number of findings is limited")
        return rendition
    }
}

// A presentation that activates all media rules.
extension MediaInput {
    private static let plain = """
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:2
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3
        #EXT-X-PART-INF:PART-TARGET=1
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-BITRATE:100
        #EXTINF:1.0,
        1.m4s
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.678Z
        #EXT-X-PART:DURATION=1.0,URI="part",INDEPENDENT=YES
        #EXTINF:1.0,
        2.m4s
        #EXT-X-DISCONTINUITY
        #EXT-X-PART:DURATION=1.0,URI="other"
        #EXTINF:1.0,
        3.m4s
        #EXTINF:1.0,
        4.m4s

        """
    private static let encrypted = """
        #EXT-X-TARGETDURATION:2
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:1.0,
        1.m4s
        #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="key"
        #EXTINF:0.5,
        2.m4s
        #EXTINF:1.0,
        3.m4s

        """
    private static let iFrames = """
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:2
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:1.0,
        #EXT-X-BYTERANGE:1000@100
        all.mp4
        #EXTINF:1.0,
        #EXT-X-BYTERANGE:1000@1100
        all.mp4

        """
    private static let index = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=900,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=64x64,\
        FRAME-RATE=10.000,VIDEO-RANGE=SDR,AUDIO="a"
        v.m3u8
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="2",URI="a.m3u8"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001f",RESOLUTION=64x64,URI="i.m3u8"

        """
}
