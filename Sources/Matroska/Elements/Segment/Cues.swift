/// The positions of keyframes in a segment (RFC 9559 5.1.5).
package struct Cues: MasterElement {
    package static let id: ElementID = 0x1c53_bb6b
    package static let fields: [ElementField<Self>] = [
        .masters("CuePoint", \.points, limit: MatroskaLimits.cuePoints)
    ]

    package var points: [CuePoint] = []

    package init() {}

    /// The positions of the keyframes of one time.
    package struct CuePoint: MasterElement {
        package static let id: ElementID = 0xbb
        package static let fields: [ElementField<Self>] = [
            .unsigned(0xb3, "CueTime", \.time), .masters("CueTrackPositions", \.positions, limit: 64),
        ]

        /// In ticks of the segment.
        package var time: UInt64 = 0
        package var positions: [Position] = []

        package init() {}
    }

    /// The position of a keyframe of one track.
    package struct Position: MasterElement {
        package static let id: ElementID = 0xb7
        package static let fields: [ElementField<Self>] = [
            .unsigned(0xf7, "CueTrack", \.track),
            .unsigned(0xf1, "CueClusterPosition", \.clusterPosition),
            .unsigned(0xf0, "CueRelativePosition", \.relativePosition),
        ]

        package var track: UInt64 = 0
        /// The distance from the start of the segment's content, in bytes.
        package var clusterPosition: UInt64 = 0
        /// The distance from the start of the cluster's content, in bytes.
        package var relativePosition: UInt64?

        package init() {}
    }
}
