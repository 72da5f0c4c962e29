import Media

extension FileTypeProfile {
    /// The random access points at which segments start by default.
    package var defaultRandomAccess: RandomAccess { self == .mpeg4AppleHLS ? .instantaneous : .clean }

    /// Whether segments may start at a gradual refresh of H.264 (SAP type 4). RFC 8216bis 3 requires that the last frame
    /// of a segment can be decoded; fragments of CMAF start at the types 1 to 3.
    package var allowsGradualRecovery: Bool { self == .mpeg4AppleHLS }
}

/// Finds the random access points of an HEVC or H.264 track, flags leading pictures, and discards undecodable ones.
///
/// The SAP type of a CRA picture depends on the pictures that follow it: 1 without leading pictures, 2 if all of them
/// are decodable (RADL), 3 if some refer to earlier pictures (RASL). If segments may not start at type 3, the CRA
/// picture is delayed until its type is known.
///
/// The NAL unit types of H.264 do not distinguish leading pictures: they are the pictures after a recovery point that are
/// presented before it. Whether they refer to earlier pictures is unknown, so none is decoded where decoding starts, or
/// where streams were joined (a broken link).
struct RandomAccessPoints: Sendable {
    /// The samples that can be passed on.
    enum Ready {
        case none
        case one(Sample)
        case several([Sample])
    }

    private let syntax: BitstreamSyntax
    private let accepts: RandomAccess
    /// nil for HEVC.
    private let recovery: RecoveryRule?
    /// The recovery point that the next samples can lead; nil after other random access points.
    private var lastRecovery: (ticks: Int64, isGradual: Bool)?
    /// The maximum number of delayed samples. Never reached by valid streams, because HEVC reorders at most sixteen
    /// pictures.
    private static let maximumPendingSamples = 64
    /// A CRA picture whose type is not yet known, and the leading pictures after it.
    private var pendingSamples: [Sample] = []
    /// Whether decoding starts at the last random access point.
    private var isAtStart = false
    /// The number of leading pictures discarded because decoding started at the random access point before them, or it is a
    /// broken link.
    private(set) var skippedLeading = 0
    /// The presentation time of the first random access point that is not a sync sample because of its leading
    /// pictures.
    private(set) var firstOpen: MediaTime?

    /// Creates a filter; nil for codecs without leading pictures, and for H.264 without recovery points.
    init?(_ track: Track, accepts: RandomAccess, allowsGradualRecovery: Bool) {
        guard let syntax = BitstreamSyntax(track.format) else { return nil }
        switch syntax {
        case .hevc: recovery = nil
        case .avc where accepts == .recovery:
            recovery = RecoveryRule(track.format, allowsGradual: allowsGradualRecovery)
        default: return nil
        }
        self.syntax = syntax
        self.accepts = accepts
    }

    /// Flags the next sample in decode order. With `isStart` no earlier sample can be referred to.
    mutating func process(_ sample: Sample, isStart: Bool) -> Ready {
        if let recovery { return process(sample, recovery, isStart: isStart) }
        guard let picture = syntax.randomAccessPicture(sample.bytes) else { return release(with: sample) }
        var sample = sample
        switch picture {
        case .instantaneousRefresh, .trailing:
            isAtStart = false
        case .brokenLink:
            isAtStart = isStart
        case .cleanRandomAccess:
            isAtStart = isStart
            guard !isStart, accepts == .instantaneous, sample.isSync else { break }
            let ready = release()
            pendingSamples.append(sample)
            return ready
        case .decodableLeading:
            sample.flags = sample.flags.with(.decodable)
            if !pendingSamples.isEmpty, pendingSamples.count < Self.maximumPendingSamples {
                pendingSamples.append(sample)
                return .none
            }
        case .skippedLeading:
            guard !isAtStart else {
                skippedLeading += 1
                return .none
            }
            sample.flags = sample.flags.with(.skipped)
            clearPendingSync()
        }
        return release(with: sample)
    }

    private mutating func process(_ sample: Sample, _ rule: RecoveryRule, isStart: Bool) -> Ready {
        var sample = sample
        sample.flags = rule.flags(sample.flags, of: sample.bytes)
        if sample.flags.isEntryPoint {
            isAtStart = isStart || sample.flags.isRecoveryPoint && rule.point(sample.bytes)?.isBrokenLink == true
            lastRecovery =
                sample.flags.isRecoveryPoint ? (sample.presentationTicks, sample.flags.isGradualRecovery) : nil
        } else if let lastRecovery, sample.presentationTicks < lastRecovery.ticks {
            guard !isAtStart else {
                skippedLeading += 1
                return .none
            }
            // `is_leading` refers to I pictures.
            if !lastRecovery.isGradual { sample.flags = sample.flags.with(.skipped) }
        }
        return .one(sample)
    }

    /// Returns the delayed samples when no other samples follow.
    mutating func finish() -> [Sample] {
        defer { pendingSamples = [] }
        return pendingSamples
    }

    /// Removes delayed samples at the end that are presented at `ticks` or later.
    mutating func trim(from ticks: Int64) {
        while let last = pendingSamples.last, last.presentationTicks >= ticks { pendingSamples.removeLast() }
    }

    private mutating func clearPendingSync() {
        guard !pendingSamples.isEmpty else { return }
        pendingSamples[0].flags = pendingSamples[0].flags.withoutSync
        if firstOpen == nil { firstOpen = pendingSamples[0].presentationTime }
    }

    private mutating func release() -> Ready { pendingSamples.isEmpty ? .none : .several(finish()) }

    private mutating func release(with sample: Sample) -> Ready {
        pendingSamples.isEmpty ? .one(sample) : .several(finish() + [sample])
    }
}
