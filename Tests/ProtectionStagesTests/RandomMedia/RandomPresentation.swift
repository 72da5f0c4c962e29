import ContentProtection
import Media
import Packaging
import ScriptedMedia

/// A presentation of random renditions, codecs, parts and gaps.
struct RandomPresentation {
    /// A segment, or a part of one.
    struct Name: Hashable {
        var rendition: String
        var index: Int
        var part: Int?

        init(_ segment: Segment) {
            (rendition, index, part) = (segment.rendition.id, segment.index, segment.part?.index)
        }

        /// The segment of a part.
        var whole: Name {
            var name = self
            name.part = nil
            return name
        }
    }

    let isLive: Bool
    private(set) var segments: [Segment] = []
    /// The segments and parts that contain a sample that cannot be parsed.
    private(set) var damaged: Set<Name> = []
    private var samples: [(codec: RandomTrack.Codec, sample: RandomTrack.Sample)] = []

    /// `method` restricts parts; `damages` is the probability of a damaged sample.
    init(
        _ method: SegmentProtection.Method, isLive: Bool, damages: Double, using random: inout SeededGenerator
    ) throws {
        self.isLive = isLive
        var damagedSamples: [[UInt8]] = []
        let seconds = Int64.random(in: 6...16, using: &random)
        var scripts: [Script] = []
        for number in 1...UInt32.random(in: 1...3, using: &random) {
            let codec = RandomTrack.Codec.allCases.randomElement(using: &random) ?? .avc
            scripts.append(try script(number, codec, seconds, damages, &damagedSamples, &random))
        }
        let interval = MediaTime.seconds(Int64.random(in: 1...3, using: &random))
        let hasParts = method != .aes128 && Bool.random(using: &random)
        let (isMuxed, hasFragments) = (Int.random(in: 0..<4, using: &random) == 0, Bool.random(using: &random))
        segments = try Script.run(scripts, interval: interval) {
            $0.part = hasParts ? .milliseconds(400) : nil
            $0.packaging = isMuxed ? .together : .separate
            $0.fragmentation = hasFragments ? .syncSample : .segment
        }
        // Damage is noted before gaps hide it.
        for segment in segments where segment.kind == .separable || segment.kind == .part {
            let bytes = segment.data.bytes
            guard damagedSamples.contains(where: { bytes.firstRange(of: $0) != nil }) else { continue }
            damaged.formUnion([Name(segment), Name(segment).whole])
        }
        addGaps(&random)
    }

    /// A track with a sample each fifth of a second.
    private mutating func script(
        _ number: UInt32, _ codec: RandomTrack.Codec, _ seconds: Int64, _ damages: Double, _ damaged: inout [[UInt8]],
        _ random: inout SeededGenerator
    ) throws -> Script {
        let source = RandomTrack(codec: codec, id: number)
        let timescale: Int32 = codec.isVideo ? 90_000 : 48_000
        var track = Track(id: Track.ID(rawValue: number), format: try source.format(), timescale: timescale)
        track.attributes.renditionName = "rendition-\(number)"
        if isLive { track.liveOrigin = .zero }
        var result = Script(track: track, samples: [])
        for index in 0..<seconds * 5 {
            let isDamaged = codec.isVideo && Double.random(in: 0..<1, using: &random) < damages
            let sample = isDamaged ? source.damagedSample(using: &random) : source.sample(using: &random)
            samples.append((codec, sample))
            if isDamaged { damaged.append(sample.bytes) }
            let duration = Int64(timescale / 5)
            result.samples.append(
                Sample(
                    track: track.id, timescale: timescale, decodeTicks: index * duration, duration: duration,
                    flags: !codec.isVideo || index % 5 == 0 ? .sync : .predicted,
                    bytes: ByteSlice(copying: sample.bytes)))
        }
        return result
    }

    /// Replaces random segments and parts by gaps of the source.
    private mutating func addGaps(_ random: inout SeededGenerator) {
        let wholes = segments.filter { $0.kind == .separable }.map { Name($0) }
        let gaps = Set(wholes.filter { _ in Int.random(in: 0..<12, using: &random) == 0 })
        for index in segments.indices {
            switch segments[index].kind {
            case .separable where gaps.contains(Name(segments[index])): segments[index].kind = .gap
            case .part where gaps.contains(Name(segments[index]).whole): segments[index].part?.isGap = true
            default: continue
            }
            segments[index].data = ByteRope()
            segments[index].report.fragments = []
        }
    }

    /// Adds the blocks that must not occur in the output.
    func addBlocks(_ method: SegmentProtection.Method, to scan: inout PlaintextScan) {
        let scheme: ProtectionScheme? = method == .cbcs ? .cbcs : method == .cenc ? .cenc : nil
        for (codec, sample) in samples {
            for block in sample.encryptedBlocks(scheme, codec) { scan.add(block) }
        }
    }

    var codecs: Set<RandomTrack.Codec> { Set(samples.map(\.codec)) }

    /// The start of a whole segment.
    func start(ofSegment index: Int, _ rendition: Rendition) -> MediaTime? {
        let segment = segments.first {
            $0.rendition.id == rendition.id && $0.index == index && ($0.kind == .separable || $0.kind == .gap)
        }
        return segment?.report.tracks.first?.earliestPresentationTime
    }

    /// The clear bytes of segments and parts with media.
    var media: [Name: ByteRope] {
        let media = segments.filter { $0.kind == .separable || $0.kind == .part && $0.part?.isGap != true }
        return Dictionary(media.map { (Name($0), $0.data) }, uniquingKeysWith: { first, _ in first })
    }
}
