import ContentProtection
import Media
import ScriptedMedia
import StageKit

@testable import ProtectionStages

/// Random options for a random presentation, and a restart in the middle of some.
struct RandomPlan {
    let presentation: RandomPresentation
    private let method: SegmentProtection.Method
    private(set) var rotation: RotationOption?
    private let describesFragments: Bool
    private let hasSplitKeys: Bool
    /// The number of key periods whose files exist at the start; all of them if the source can wait.
    private let publishedPeriods: Int
    private static let periods = 40

    init(_ method: SegmentProtection.Method, isLive: Bool, using random: inout SeededGenerator) throws {
        self.method = method
        presentation = try RandomPresentation(
            method, isLive: isLive, damages: isLive && method != .aes128 ? 0.02 : 0, using: &random)
        describesFragments = method != .aes128 && Int.random(in: 0..<4, using: &random) == 0
        hasSplitKeys = Bool.random(using: &random)
        let isLate = isLive && Int.random(in: 0..<3, using: &random) > 0
        publishedPeriods = isLate ? Int.random(in: 1...2, using: &random) : Self.periods
        guard isLate || Int.random(in: 0..<4, using: &random) > 0 else { return }
        var rotation = RotationOption()
        rotation.grace = .seconds([0, 0, 20].randomElement(using: &random) ?? 0)
        if Bool.random(using: &random) {
            rotation.interval = .seconds(Int64.random(in: 1...5, using: &random))
        } else {
            rotation.segments = Int.random(in: 1...3, using: &random)
        }
        self.rotation = rotation
    }

    /// The key period that the rotation requires for a segment, from the start of the presentation; nil after a restart, if
    /// the number of segments before it is unknown.
    func requiredPeriod(_ segment: Segment, isRestarted: Bool) -> Int? {
        guard let rotation else { return 0 }
        if let count = rotation.segments { return isRestarted ? nil : segment.index / count }
        guard let interval = rotation.interval, let start = presentation.start(ofSegment: 0, segment.rendition),
            let time = presentation.start(ofSegment: segment.index, segment.rendition)
        else { return nil }
        return Int(((time - start).duration / interval.duration).rounded(.down))
    }

    /// Runs the stage, in some cases twice: the second run continues the first one.
    func runs(using random: inout SeededGenerator) async throws -> [EncryptionRun] {
        let segments = presentation.segments
        let keys = try FolderOfKeys(periods: Self.periods, isSplit: hasSplitKeys, published: publishedPeriods)
        let end = Bool.random(using: &random) ? segments.count : Int.random(in: 1...segments.count, using: &random)
        let late = publishedPeriods..<Self.periods
        let first = try await run(
            PacedInlet(PacedInlet.batches(of: Array(segments[..<end]), latePeriods: late, using: &random), keys: keys),
            keys, continuing: nil)
        guard end < segments.count else { return [first] }
        let initializations = Dictionary(
            segments[..<end].filter { $0.kind == .initialization }.map { ($0.rendition.id, $0) },
            uniquingKeysWith: { $1 })
        // Keys that the first run could not load may still be missing.
        let rest = Array(initializations.values.sorted { $0.rendition.id < $1.rendition.id } + segments[end...])
        let second = try await run(
            PacedInlet(PacedInlet.batches(of: rest, latePeriods: 0..<0, using: &random), keys: keys), keys,
            continuing: first.continuation)
        return [first, second]
    }

    private func run(
        _ inlet: PacedInlet, _ keys: FolderOfKeys, continuing continuation: TimelineContinuation?
    ) async throws -> EncryptionRun {
        try await EncryptionRun(inlet, keys: keys, inlet.clock, continuing: continuation) {
            ($0.method, $0.rotation, $0.describesFragments) = (method, rotation, describesFragments)
            if method == .aes128 { ($0.systems, $0.keyURI) = ([], "https://keys.example/{kid}") }
        }
    }
}

extension EncryptionRun {
    /// The state that the journal of a run contains; nil without segments.
    fileprivate var continuation: TimelineContinuation? {
        let ended = output.filter { $0.encryption != nil }
        guard let end = ended.compactMap(\.report.tracks.first).map({ $0.earliestPresentationTime + $0.duration }).max()
        else { return nil }
        var continuation = TimelineContinuation(end: end, now: end)
        for segment in ended { continuation.encryptions[segment.rendition.id] = segment.encryption }
        return continuation
    }

    /// Whether the bytes of a segment are those of its parts.
    func isRepeated(_ segment: Segment) -> Bool {
        segment.kind == .separable
            && output.contains {
                $0.kind == .part && $0.data.count > 0
                    && RandomPresentation.Name($0).whole == RandomPresentation.Name(segment)
            }
    }

    /// The media in order, each with its decrypted bytes; nil for gaps.
    func decryptedMedia() throws -> [(Segment, ByteRope?)] {
        let keys = try keys.allKeys()
        var decryptors: [String: FragmentDecryptor] = [:]
        return try output.compactMap { segment in
            if segment.kind == .initialization {
                if segment.protection?.method != .aes128 {
                    decryptors[segment.rendition.id] = try FragmentDecryptor(
                        ByteSlice(copying: segment.data.bytes), keys: try keys.ciphers())
                }
                return nil
            }
            guard segment.kind != .gap, segment.part?.isGap != true else { return (segment, nil) }
            if let vector = segment.protection?.vector.flatMap({ InitializationVector($0) }) {
                guard let key = keys.first(where: { [$0.id.bytes] == segment.protection?.keyIdentifiers }) else {
                    return (segment, ByteRope())
                }
                return (segment, ByteRope(try SegmentCipher(try key.cipher()).decrypt(segment.data, vector)))
            }
            return (segment, try decryptors[segment.rendition.id]?.decrypt(segment.data) ?? ByteRope())
        }
    }
}

/// The vectors in `senc` boxes of 8 bytes for each sample.
enum SampleVectors {
    static func vectors(in segment: [UInt8]) -> [UInt64] {
        var result: [UInt64] = []
        for box in TopLevelBoxes.boxes(segment) where box.type == "moof" {
            let header = segment[box.range]
            var start = header.startIndex
            while let name = header[start...].firstRange(of: Array("senc".utf8)) {
                start = name.upperBound
                var offset = name.upperBound
                func number(_ count: Int) -> UInt64 {
                    defer { offset += count }
                    return header[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
                }
                let (flags, count) = (number(4), number(4))
                // Under cbcs, entries contain no vectors.
                guard header[..<name.lowerBound].firstRange(of: Array("saiz".utf8)) != nil else { continue }
                for _ in 0..<count {
                    result.append(number(8))
                    if flags & 2 != 0 { offset += Int(number(2)) * 6 }
                }
            }
        }
        return result
    }
}
