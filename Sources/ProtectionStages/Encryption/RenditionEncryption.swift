import ContentProtection
import ISOMedia
import Media
import StageKit

/// The encryption of one rendition: its initialization segment, and the segments and parts that follow it.
struct RenditionEncryption: Sendable {
    private let settings: EncryptionSettings
    private let reporter: EncryptionReporter
    private let memory: MemoryPool
    /// The clear initialization segment; nil before the first one.
    private var initialization: Segment?
    /// The encryption of the current key period; nil before the first one.
    private var period: RenditionPeriod?
    private var openSegment: OpenSegment?

    init(_ settings: EncryptionSettings, _ reporter: EncryptionReporter, _ memory: MemoryPool) {
        (self.settings, self.reporter, self.memory) = (settings, reporter, memory)
    }

    /// Returns the initialization segment for a key period, to be emitted.
    mutating func begin(
        _ segment: Segment, _ keys: KeySet, _ index: Int, _ vectors: inout VectorAllocator
    ) throws(ProtectionError) -> Segment {
        if initialization?.data != segment.data || period?.index != index {
            period = try RenditionPeriod(segment, settings, keys, index, after: period, &vectors)
        }
        initialization = segment
        return currentInitialization(segment)
    }

    /// Returns the initialization segment if a key period begins; nil if it continues, or if the initialization segment
    /// stays the same.
    mutating func advance(
        to keys: KeySet, _ index: Int, _ vectors: inout VectorAllocator
    ) throws(ProtectionError) -> Segment? {
        guard let initialization else {
            throw .box(.moov, reason: "media precede the initialization segment")
        }
        guard period?.index != index else { return nil }
        let former = period?.initialization
        period = try RenditionPeriod(initialization, settings, keys, index, after: period, &vectors)
        return period?.initialization == former ? nil : currentInitialization(initialization)
    }

    private func currentInitialization(_ segment: Segment) -> Segment {
        var result = segment
        result.data = ByteRope(period?.initialization ?? [])
        result.protection = period?.protection
        return result
    }

    /// Returns a segment or part without media, which players skip.
    mutating func withhold(_ segment: Segment) -> Segment {
        var result = segment
        result.data = ByteRope()
        result.report = segment.report.withoutMedia
        result.protection = period?.protection
        if segment.kind == .part {
            var open = openSegment(of: segment)
            open.isWithheld = true
            openSegment = open
            result.part?.isGap = true
        } else {
            openSegment = nil
            result.kind = .gap
        }
        return result
    }

    /// Whether this stage has not received the parts before a part: it joined a running pipeline. Its segment is emitted as a
    /// whole.
    func lacksParts(before part: Segment) -> Bool {
        part.part?.index ?? 0 > 0 && openSegment?.index != part.index
    }

    /// Returns an encrypted part, or a part without media after a part that could not be encrypted.
    mutating func encrypt(part segment: Segment, _ keyPeriod: KeyPeriod) throws(ProtectionError) -> Segment {
        guard settings.scheme != nil else {
            throw .signalling(
                "parts cannot be encrypted with aes-128; use method: cbcs, or remove part from fmp4.segment")
        }
        var open = openSegment(of: segment)
        if open.isWithheld || segment.part?.isGap == true { return gap(segment) }
        guard var period else { throw .box(.moov, reason: "media precede the initialization segment") }
        let job = try period.prepare(segment, keyPeriod)
        reporter.reportOmitted(period.drainOmissions(), of: segment.rendition)
        self.period = period
        let result = try job.run(memory: memory)
        open.data.append(result.data)
        open.relocation.append(job.relocation, after: open.clearCount)
        open.clearCount += segment.data.count
        openSegment = open
        return result
    }

    /// Returns a part without media. A gap of the source does not affect the parts after it.
    private mutating func gap(_ segment: Segment) -> Segment {
        let wasWithheld = openSegment(of: segment).isWithheld
        let result = withhold(segment)
        openSegment?.isWithheld = wasWithheld
        return result
    }

    /// Returns a whole segment: the encrypted parts joined, or the encryption of a segment whose parts this stage has not
    /// received.
    mutating func encrypt(_ segment: Segment, _ keyPeriod: KeyPeriod) throws(ProtectionError) -> EncryptedOutput {
        if let open = openSegment, open.index == segment.index {
            if open.isWithheld { return .ready(withhold(segment)) }
            guard open.clearCount == segment.data.count, let period else {
                throw .box("mdat", reason: "the parts of the segment have \(open.clearCount) of its bytes")
            }
            openSegment = nil
            var result = period.described(segment, keyPeriod)
            result.data = open.data
            result.report = segment.report.relocated(by: open.relocation)
            return .ready(result)
        }
        guard var period else { throw .box(.moov, reason: "media precede the initialization segment") }
        openSegment = nil
        let job = try period.prepare(segment, keyPeriod)
        reporter.reportOmitted(period.drainOmissions(), of: segment.rendition)
        self.period = period
        return .job(job)
    }
}

// Parts.
extension RenditionEncryption {
    /// A segment whose parts arrive.
    private struct OpenSegment: Sendable {
        var index: Int
        /// The encrypted parts, and the size of the clear ones.
        var data = ByteRope()
        var clearCount = 0
        var relocation = ByteRelocation()
        /// Whether the segment must not be published, because there are no keys, or a part could not be parsed.
        var isWithheld = false
    }

    /// The state of the segment that a part belongs to.
    private func openSegment(of part: Segment) -> OpenSegment {
        // A segmenter that restarts repeats the indices.
        if part.part?.index != 0, let openSegment, openSegment.index == part.index { return openSegment }
        return OpenSegment(index: part.index)
    }
}
