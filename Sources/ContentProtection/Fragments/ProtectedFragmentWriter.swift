import ISOMedia
import Media

/// Rewrites a `moof` box with boxes added to or removed from its tracks. The offsets of media follow its size.
struct ProtectedFragmentWriter {
    /// The boxes that describe vectors and subsamples.
    private static let auxiliary: Set<FourCC> = [
        SampleEncryptionBox.type, AuxiliarySizesBox.type, AuxiliaryOffsetsBox.type,
    ]

    let header: [UInt8]
    let layout: FragmentLayout

    /// Returns the box with boxes at the end of tracks, by track_ID, and `systems` at its end. Throws if a track already
    /// describes auxiliary information: players would read it instead of the vectors.
    func bytes(
        adding boxes: [UInt32: TrackFragmentProtection.Boxes], systems: [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let growth = boxes.values.reduce(systems.count) { $0 + $1.bytes.count }
        var result: [UInt8] = []
        result.reserveCapacity(header.count + growth)
        var end = 0
        for track in layout.tracks {
            if boxes[track.trackID] != nil, let box = track.children.first(where: { Self.auxiliary.contains($0.type) })
            {
                throw .box(box.type, reason: "the samples already have auxiliary information")
            }
            result += header[end..<track.range.upperBound]
            end = track.range.upperBound
            let added = boxes[track.trackID] ?? .init(bytes: [])
            let moved = result.count - end
            try patch(&result, track, moved: moved, growth: growth)
            result.setSize(track.range.count + added.bytes.count, at: track.range.lowerBound + moved)
            let start = result.count
            result += added.bytes
            if let field = added.offsetField { result.setSize(start + added.entriesOffset, at: start + field) }
        }
        result += header[end...]
        result += systems
        result.setSize(result.count, at: 0)
        return result
    }

    /// Returns the box without some boxes of its tracks and of itself.
    func bytes(removing isRemoved: (FragmentLayout.Child) -> Bool) throws(ProtectionError) -> [UInt8] {
        let removed = (layout.children + layout.tracks.flatMap(\.children)).filter(isRemoved)
        let growth = -removed.reduce(0) { $0 + $1.range.count }
        var result = header
        // From the end, so that offsets remain valid.
        for track in layout.tracks {
            try patch(&result, track, moved: 0, growth: growth)
            let size = track.children.filter(isRemoved).reduce(0) { $0 + $1.range.count }
            result.setSize(track.range.count - size, at: track.range.lowerBound)
        }
        for child in removed.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.removeSubrange(child.range)
        }
        result.setSize(result.count, at: 0)
        return result
    }

    /// Adds the growth of the box to the offsets of a track's media.
    private func patch(
        _ result: inout [UInt8], _ track: FragmentLayout.Track, moved: Int, growth: Int
    ) throws(ProtectionError) {
        for field in track.dataOffsetFields {
            let stored = header[field..<field + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            guard let offset = Int32(exactly: Int(Int32(bitPattern: stored)) + growth) else {
                throw .box(TrackRunBox.type, reason: "the media start beyond 2 GiB")
            }
            result.setSize(Int(UInt32(bitPattern: offset)), at: field + moved)
        }
    }
}

extension [UInt8] {
    /// Overwrites the four bytes at an offset.
    fileprivate mutating func setSize(_ value: Int, at offset: Int) {
        replaceSubrange(offset..<offset + 4, with: UInt32(truncatingIfNeeded: value).bigEndianBytes)
    }
}
