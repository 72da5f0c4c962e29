import ContentProtection
import Media
import StageKit

/// The encryption of all renditions of a presentation.
struct PresentationEncryption: Sendable {
    private let settings: EncryptionSettings
    private let earlier: EncryptSegments.EarlierEncryption
    private let reporter: EncryptionReporter
    /// The memory of encrypted segments that players or files do not need any more.
    private let memory = MemoryPool(maximumFreeBlocks: 16)
    private var periods: KeyPeriods
    private var vectors = VectorAllocator()
    private var renditions: [String: RenditionEncryption] = [:]
    /// The keys of the newest segment of each rendition.
    private var assignments: [String: (segment: Int, keys: KeyPeriods.Assignment)] = [:]
    private var hasBegun = false

    init(
        _ settings: EncryptionSettings, periods: KeyPeriods, earlier: EncryptSegments.EarlierEncryption,
        _ reporter: EncryptionReporter
    ) {
        (self.settings, self.periods, self.earlier, self.reporter) = (settings, periods, earlier, reporter)
    }

    /// The size of clear segments in a batch; the last one may exceed it. Several whole segments are encrypted together.
    private var batchSize: Int { settings.scheme == nil ? 16 << 20 : 4 << 20 }

    /// Prepares the segments of messages in batches. Throws for a segment that cannot be encrypted, after it has
    /// prepared everything before it.
    mutating func prepare(_ messages: [Message<Segment>], into batches: inout [PendingMessages]) async throws {
        var batch = PendingMessages(reporter, memory)
        for message in messages {
            guard case .payload(let segment) = message, segment.rendition.isEncryptable else {
                batch.append(message)
                continue
            }
            do throws(ProtectionError) {
                for output in try await outputs(of: segment) { batch.append(output) }
            } catch {
                if !batch.isEmpty { batches.append(batch) }
                throw Self.failure(error, segment)
            }
            guard batch.size >= batchSize else { continue }
            batches.append(batch)
            batch = PendingMessages(reporter, memory)
        }
        if !batch.isEmpty { batches.append(batch) }
    }

    private mutating func outputs(of segment: Segment) async throws(ProtectionError) -> [EncryptedOutput] {
        if !hasBegun { try await begin(segment) }
        let id = segment.rendition.id
        var rendition = renditions[id] ?? RenditionEncryption(settings, reporter, memory)
        defer { renditions[id] = rendition }
        if segment.kind == .initialization {
            guard let newest = periods.newest, let keys = newest.keys else { preconditionFailure("keys are loaded") }
            return [.ready(try rendition.begin(segment, keys, newest.period.index, &vectors))]
        }
        // Their start is not that of a segment, so it must not begin a key period.
        if segment.kind == .part, rendition.lacksParts(before: segment) { return [] }
        let assignment = try await assignment(of: segment)
        guard let keys = assignment.keys, segment.kind != .gap else {
            return [.ready(rendition.withhold(segment, reporter))]
        }
        var outputs: [EncryptedOutput] = []
        if let initialization = try rendition.advance(to: keys, assignment.period.index, &vectors) {
            outputs.append(.ready(initialization))
        }
        do throws(ProtectionError) {
            if segment.kind == .part {
                outputs.append(.ready(try rendition.encrypt(part: segment, assignment.period)))
            } else {
                let output = try rendition.encrypt(segment, assignment.period)
                if case .ready(let result) = output, result.kind == .gap { reporter.countWithheld() }
                outputs.append(output)
            }
        } catch {
            // Damage of a live source must not end the presentation, and must not be published in the clear.
            guard error.concernsMedia, segment.rendition.isLive else { throw error }
            reporter.reportDamaged(segment, error)
            outputs.append(.ready(rendition.withhold(segment, reporter)))
        }
        return outputs
    }

    /// Loads the first keys, and continues the encryption of an earlier run.
    private mutating func begin(_ segment: Segment) async throws(ProtectionError) {
        hasBegun = true
        let continuation = earlier.continuation
        let states = continuation?.encryptions ?? [:]
        for (id, state) in states {
            vectors.reserve(state.nextVectors, state.keyIdentifiers.compactMap { KeyIdentifier($0) }, rendition: id)
        }
        let start = continuation.map { max($0.end, $0.now) } ?? segment.start
        let newest = states.values.max { ($0.period, $0.periodSegmentCount) < ($1.period, $1.periodSegmentCount) }
        try await periods.begin(at: start, continuing: newest.map { KeyPeriod($0) })
    }

    /// The keys of a segment: the keys of its first part for all parts and the whole.
    private mutating func assignment(of segment: Segment) async throws(ProtectionError) -> KeyPeriods.Assignment {
        let id = segment.rendition.id
        if let known = assignments[id], known.segment == segment.index { return known.keys }
        let keys = try await periods.keys(
            at: segment.start, interval: segment.rendition.interval, isLive: segment.rendition.isLive)
        assignments[id] = (segment.index, keys)
        return keys
    }

    private static func failure(_ error: ProtectionError, _ segment: Segment) -> StageError {
        let place =
            segment.kind == .initialization
            ? "rendition '\(segment.rendition.id)'" : "segment \(segment.index) of rendition '\(segment.rendition.id)'"
        let code: StageError.Code =
            switch error {
            case .sample, .box: .damagedInput
            case .codec: .unsupportedMedia
            case .keyFile, .keyServer, .missingKey: .unreadableInput
            case .keyLength, .signalling, .padding: .invalidOptions
            case .noMemory: .limitReached
            case .verification: .elementFailed
            }
        return StageError(code, "cannot encrypt \(place): \(error)")
    }
}

extension ProtectionError {
    /// Whether the media cause the error.
    fileprivate var concernsMedia: Bool {
        switch self {
        case .sample, .box: true
        default: false
        }
    }
}

extension RenditionEncryption {
    fileprivate mutating func withhold(_ segment: Segment, _ reporter: EncryptionReporter) -> Segment {
        if segment.kind == .separable { reporter.countWithheld() }
        return withhold(segment)
    }
}

extension Segment {
    /// The earliest presentation time; zero without media.
    var start: MediaTime { report.tracks.first?.earliestPresentationTime ?? .zero }
}

extension Rendition {
    /// Whether segments are encrypted; segments of images and text are not.
    fileprivate var isEncryptable: Bool {
        images == nil && (tracks.isEmpty || tracks.contains { $0.mediaType == .video || $0.mediaType == .audio })
    }

    /// Whether the source cannot wait.
    fileprivate var isLive: Bool { tracks.contains { $0.liveOrigin != nil } }
}
