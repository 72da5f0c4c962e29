import Media

extension FileTypeProfile {
    /// The random access points at which segments start by default.
    package var defaultRandomAccess: RandomAccess { self == .mpeg4AppleHLS ? .instantaneous : .clean }
}

/// Finds the random access points of an HEVC track, flags leading pictures, and discards undecodable ones.
///
/// The SAP type of a CRA picture depends on the pictures that follow it: 1 without leading pictures, 2 if all of them
/// are decodable (RADL), 3 if some refer to earlier pictures (RASL). If segments may not start at type 3, the CRA
/// picture is delayed until its type is known.
struct RandomAccessPoints: Sendable {
    /// The samples that can be passed on.
    enum Ready {
        case none
        case one(Sample)
        case several([Sample])
    }

    private let syntax: BitstreamSyntax
    private let accepts: RandomAccess
    /// The maximum number of delayed samples. Never reached by valid streams, because HEVC reorders at most sixteen
    /// pictures.
    private static let maximumPendingSamples = 64
    /// A CRA picture whose type is not yet known, and the leading pictures after it.
    private var pendingSamples: [Sample] = []
    /// Whether decoding starts at the last random access point.
    private var isAtStart = false
    /// The number of leading pictures discarded because decoding started at the random access point before them.
    private(set) var skippedLeading = 0
    /// The presentation time of the first random access point that is not a sync sample because of its leading
    /// pictures.
    private(set) var firstOpen: MediaTime?

    /// Creates a filter; nil for codecs without leading pictures.
    init?(_ track: Track, accepts: RandomAccess) {
        guard let syntax = BitstreamSyntax(track.format), case .hevc = syntax else { return nil }
        self.syntax = syntax
        self.accepts = accepts
    }

    /// Flags the next sample in decode order. With `isStart` no earlier sample can be referred to.
    mutating func process(_ sample: Sample, isStart: Bool) -> Ready {
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
