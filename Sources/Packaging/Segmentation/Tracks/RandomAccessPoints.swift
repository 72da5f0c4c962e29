import Media

/// The pictures of HEVC that segments may begin with.
package enum RandomAccess: String, Sendable, Hashable, CaseIterable {
    /// Pictures that nothing after them looks behind: SAP types 1 and 2. CRA pictures without RASL pictures are among them.
    case instantaneous = "idr"
    /// Every random access point: SAP type 3 as well, whose leading pictures need what is before it.
    case clean = "cra"
}

extension FileTypeProfile {
    /// The random access points that segments may begin with unless others are asked for.
    package var defaultRandomAccess: RandomAccess { self == .mpeg4AppleHLS ? .instantaneous : .clean }
}

/// Finds the random access points of an HEVC track, marks the pictures that lead them, and leaves out those that cannot
/// be decoded.
///
/// Only the pictures behind a CRA picture decide its SAP type: 1 without leading pictures, 2 with those that can be
/// decoded (RADL), 3 with those that refer to what is before it (RASL). Where type 3 begins no segment, the picture is
/// held until they show.
struct RandomAccessPoints: Sendable {
    /// The samples that can continue.
    enum Ready {
        case none
        case one(Sample)
        case several([Sample])
    }

    private let syntax: BitstreamSyntax
    private let accepts: RandomAccess
    /// More than any picture has leading ones: sixteen are the most that HEVC reorders.
    private static let mostHeld = 64
    /// A CRA picture and the leading pictures behind it, while its type is not known.
    private var held: [Sample] = []
    /// Whether decoding begins at the last random access point.
    private var isAtStart = false
    /// The number of leading pictures left out because decoding began at the random access point before them.
    private(set) var skippedLeading = 0
    /// When the first random access point is presented that is no sync sample because of its leading pictures.
    private(set) var firstOpen: MediaTime?

    /// Nil for tracks of codecs without leading pictures.
    init?(_ track: Track, accepts: RandomAccess) {
        guard let syntax = BitstreamSyntax(track.format), case .hevc = syntax else { return nil }
        self.syntax = syntax
        self.accepts = accepts
    }

    /// Marks the next sample in decoding order; `isStart` where nothing before it can be referred to.
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
            held.append(sample)
            return ready
        case .decodableLeading:
            sample.flags = sample.flags.with(.decodable)
            if !held.isEmpty, held.count < Self.mostHeld {
                held.append(sample)
                return .none
            }
        case .skippedLeading:
            guard !isAtStart else {
                skippedLeading += 1
                return .none
            }
            sample.flags = sample.flags.with(.skipped)
            excludeHeld()
        }
        return release(with: sample)
    }

    /// The samples that are still held: no others follow them.
    mutating func finish() -> [Sample] {
        defer { held = [] }
        return held
    }

    /// Takes away held samples at the end that are presented at `ticks` or later.
    mutating func trim(from ticks: Int64) {
        while let last = held.last, last.presentationTicks >= ticks { held.removeLast() }
    }

    private mutating func excludeHeld() {
        guard !held.isEmpty else { return }
        held[0].flags = held[0].flags.withoutSync
        if firstOpen == nil { firstOpen = held[0].presentationTime }
    }

    private mutating func release() -> Ready { held.isEmpty ? .none : .several(finish()) }

    private mutating func release(with sample: Sample) -> Ready {
        held.isEmpty ? .one(sample) : .several(finish() + [sample])
    }
}
