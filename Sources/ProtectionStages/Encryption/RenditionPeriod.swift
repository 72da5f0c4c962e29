import ContentProtection
import ISOMedia
import Media

/// The encryption of one rendition in a key period.
struct RenditionPeriod: Sendable {
    private enum Cipher: Sendable {
        case samples(FragmentEncryptor)
        case whole(SegmentCipher, ContentKey)
    }

    /// The index of the key period.
    let index: Int
    let protection: SegmentProtection
    /// The initialization segment as emitted. Players load it without keys, so it stays clear if whole segments are
    /// encrypted.
    let initialization: [UInt8]
    private let keys: KeySet
    /// The keys of the tracks that are encrypted, in the order of the movie.
    private let trackKeys: [KeyIdentifier]
    private var cipher: Cipher
    private var isVerified = false
    private var reportedOmissions = 0

    /// Prepares a period. Under `cenc`, tracks that keep the key of `former` continue its vectors.
    init(
        _ segment: Segment, _ settings: EncryptionSettings, _ keys: KeySet, _ index: Int,
        after former: RenditionPeriod?,
        _ vectors: inout VectorAllocator
    ) throws(ProtectionError) {
        var used = try Self.keys(of: segment.rendition, in: keys)
        // A resource has one key.
        if settings.scheme == nil { used = Array(used.prefix(1)) }
        let declarations = try settings.signalling.declarations(of: used, in: keys, period: index)
        let protection = SegmentProtection(
            settings.method, period: index, keyIdentifiers: Self.distinct(used.map(\.id.bytes)),
            declarations: declarations)
        if let scheme = settings.scheme {
            let protections = try Self.tracks(used, scheme, segment.rendition, after: former, &vectors)
            var next = 0
            let encryptor = try FragmentEncryptor(
                ByteSlice(copying: segment.data.bytes), systems: declarations.systemBoxes,
                describesFragments: settings.describesFragments(of: segment.rendition)
            ) { format throws(ProtectionError) in
                switch format {
                case .timedText, .codedData: return nil
                case .codedVideo, .codedAudio, .rawVideo, .rawAudio: break
                }
                guard next < protections.count else {
                    throw .box(.moov, reason: "it has more tracks than the rendition")
                }
                defer { next += 1 }
                return protections[next]
            }
            guard next == protections.count, next > 0 else {
                throw .box(.moov, reason: "it has fewer tracks than the rendition")
            }
            (cipher, initialization) = (.samples(encryptor), encryptor.initialization)
        } else {
            cipher = .whole(SegmentCipher(try used[0].cipher()), used[0])
            initialization = segment.data.bytes
        }
        (self.index, self.keys, self.protection, trackKeys) = (index, keys, protection, used.map(\.id))
    }

    /// The keys of the tracks that are encrypted. Throws if a track has none.
    private static func keys(of rendition: Rendition, in keys: KeySet) throws(ProtectionError) -> [ContentKey] {
        var used: [ContentKey] = []
        for track in rendition.tracks where track.mediaType == .video || track.mediaType == .audio {
            guard let key = keys.key(for: track.format) else {
                let labels = keys.keys.flatMap(\.labels).map(\.rawValue).sorted().joined(separator: ", ")
                throw .keyFile(
                    "no key for the \(track.mediaType.rawValue) track: the keys are for \(labels); add one, or a key "
                        + "without labels")
            }
            used.append(key)
        }
        guard !used.isEmpty else { throw .keyFile("the rendition has no tracks that can be encrypted") }
        return used
    }

    private static func tracks(
        _ keys: [ContentKey], _ scheme: ProtectionScheme, _ rendition: Rendition, after former: RenditionPeriod?,
        _ vectors: inout VectorAllocator
    ) throws(ProtectionError) -> [TrackProtection] {
        var tracks: [TrackProtection] = []
        let formerVectors = former?.nextVectors ?? []
        for (number, key) in keys.enumerated() {
            let vector: InitializationVector
            if scheme == .cbcs {
                vector = try key.constantVector()
            } else if formerVectors.indices.contains(number), former?.trackKeys[number] == key.id {
                vector = InitializationVector(high: formerVectors[number], low: 0)
            } else {
                vector = vectors.first(key.id, rendition: rendition.id, track: number)
            }
            tracks.append(TrackProtection(scheme, keyID: key.id, cipher: try key.cipher(), vector: vector))
        }
        return tracks
    }

    private static func distinct(_ identifiers: [[UInt8]]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for identifier in identifiers where !result.contains(identifier) { result.append(identifier) }
        return result
    }

    /// The vectors of the next samples under `cenc`, by track; empty otherwise.
    private var nextVectors: [UInt64] {
        if case .samples(let encryptor) = cipher { encryptor.nextVectors.map(\.high) } else { [] }
    }

    /// Prepares the encryption of the next segment or part in decode order, which begins at `start` if its report does not
    /// have the time. The first one is verified.
    mutating func prepare(
        _ segment: Segment, _ keyPeriod: KeyPeriod, start: MediaTime? = nil
    ) throws(ProtectionError) -> EncryptionJob {
        let work: EncryptionJob.Work
        var vector: InitializationVector?
        var verification: EncryptionVerification?
        switch cipher {
        case .samples(var encryptor):
            // The vectors of a segment that fails are not used again.
            defer { cipher = .samples(encryptor) }
            work = .samples(try encryptor.prepare(segment.data))
            verification = .samples(initialization: initialization, keys)
        case .whole(let cipher, let key):
            let own = try key.segmentVector(
                rendition: segment.rendition.id, index: segment.index, start: start ?? segment.start)
            work = .whole(cipher, own)
            verification = .whole(cipher, own)
            vector = own
        }
        if isVerified || segment.data.count == 0 { verification = nil }
        isVerified = isVerified || verification != nil
        var encrypted = described(segment, keyPeriod)
        encrypted.protection?.vector = vector?.bytes
        return EncryptionJob(segment: encrypted, work: work, verification: verification)
    }

    /// Returns a segment as playlists list it before its bytes are known, by its index and its start.
    func announced(_ segment: Segment, start: MediaTime) throws(ProtectionError) -> Segment {
        var result = segment
        result.protection = protection
        if case .whole(_, let key) = cipher {
            result.protection?.vector = try key.segmentVector(
                rendition: segment.rendition.id, index: segment.index, start: start
            ).bytes
        }
        return result
    }

    /// Returns a segment with the properties of its encryption.
    func described(_ segment: Segment, _ keyPeriod: KeyPeriod) -> Segment {
        var result = segment
        result.protection = protection
        if segment.kind == .separable {
            result.encryption = EncryptionState(
                period: index, periodStart: keyPeriod.start, periodSegmentCount: keyPeriod.segmentCount,
                keyIdentifiers: trackKeys.map(\.bytes), nextVectors: nextVectors)
        }
        return result
    }

    /// Returns the number of slices and tiles that stayed clear since the last call.
    mutating func drainOmissions() -> Int {
        guard case .samples(let encryptor) = cipher else { return 0 }
        defer { reportedOmissions = encryptor.omittedCount }
        return encryptor.omittedCount - reportedOmissions
    }
}
