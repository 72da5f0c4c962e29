package import Media

/// One entry of an edit list: a stretch of media, or of nothing, ISO/IEC 14496-12 8.6.6.
package struct TrackEdit: Sendable, Hashable {
    /// How long it is presented, in movie ticks; 0 up to the end of the fragments.
    package var duration: UInt64
    /// Where it begins on the media timeline, in ticks of the track; -1 presents nothing.
    package var mediaTime: Int64

    /// An edit at normal speed.
    package init(duration: UInt64, mediaTime: Int64) {
        self.duration = duration
        self.mediaTime = mediaTime
    }

    /// A stretch without media.
    package static func empty(_ duration: UInt64) -> TrackEdit { TrackEdit(duration: duration, mediaTime: -1) }

    var needsLongFields: Bool { duration > UInt64(UInt32.max) || Int32(exactly: mediaTime) == nil }
}

/// What a track is to other tracks, ISO/IEC 14496-12 8.3.3.
package struct TrackReference: Sendable, Hashable {
    /// Such as `chap` for a chapter list or `tmcd` for timecodes.
    package var kind: FourCC
    /// track_IDs, none of them 0.
    package var trackIDs: [UInt32]

    /// A reference to these tracks.
    package init(kind: FourCC, trackIDs: [UInt32]) {
        self.kind = kind
        self.trackIDs = trackIDs
    }
}

/// How pictures are turned and placed for display, the nine numbers of a track header: 16.16, the last column 2.30.
package struct DisplayMatrix: Sendable, Hashable {
    /// a, b, u, c, d, v, x, y, w as stored.
    package let values: [Int32]

    package static let identity = DisplayMatrix(a: 1, b: 0, c: 0, d: 1, x: 0, y: 0)

    /// The matrix of an affine transform: x' = ax + cy + tx, y' = bx + dy + ty; what 16.16 cannot hold is clamped.
    package init(a: Double, b: Double, c: Double, d: Double, x: Double, y: Double) {
        values = [
            Self.fixed(a), Self.fixed(b), 0, Self.fixed(c), Self.fixed(d), 0, Self.fixed(x), Self.fixed(y), 1 << 30,
        ]
    }

    /// One of the eight ways to turn and mirror pictures of a size, moved so that they stay where x and y are positive.
    package init(clockwiseQuarterTurns turns: Int, isMirrored: Bool = false, size: PixelSize) {
        let mirror: Double = isMirrored ? -1 : 1
        let (width, height) = (Double(size.width), Double(size.height))
        // Mirroring left to right comes before the turn.
        let (cosine, sine): (Double, Double) = [(1, 0), (0, 1), (-1, 0), (0, -1)][((turns % 4) + 4) % 4]
        let (a, b, c, d) = (cosine * mirror, sine * mirror, -sine, cosine)
        self.init(
            a: a, b: b, c: c, d: d, x: -(min(0, a * width) + min(0, c * height)),
            y: -(min(0, b * width) + min(0, d * height)))
    }

    private static func fixed(_ value: Double) -> Int32 {
        guard value.isFinite else { return 0 }
        return Int32(max(min((value * 65536).rounded(), Double(Int32.max)), Double(Int32.min)))
    }
}
