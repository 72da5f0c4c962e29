import Media

/// The properties in force at the current position of the output, which need no further tag.
struct SegmentState {
    var initialization: InitializationSection?
    var keys: [EncryptionKey] = []
    var bitRate: Int?
}

extension MediaSegment {
    /// Writes the tags before EXTINF.
    func writeTags(to text: inout PlaylistWriter, _ state: inout SegmentState) {
        if isDiscontinuity { text.add(.discontinuity) }
        if let initialization, initialization != state.initialization {
            // A map is encrypted with the keys before it.
            state.change(keysTo: initialization.keys, &text)
            text.add(.map, initialization.attributes)
            state.initialization = initialization
        }
        state.change(keysTo: keys, &text)
        if let programDateTime { text.add(.programDateTime, programDateTime) }
        if let bitRate, bitRate != state.bitRate {
            text.add(.bitRate, bitRate)
            state.bitRate = bitRate
        }
        for range in dateRanges { text.add(.dateRange, range.attributes) }
        if isGap { text.add(.gap) }
        for part in parts { text.add(.part, part.attributes) }
    }

    /// Writes the end of the keys of omitted segments, unless the tags of this segment replace all of them.
    ///
    /// All tags in force are written for the first segment after the omitted ones, but clients may have the tags of the
    /// latter before them.
    func writeEnd(of former: [EncryptionKey], to text: inout PlaylistWriter) {
        let first = initialization?.keys ?? keys
        var result = former
        for key in first { result.apply(key) }
        if !former.isEmpty, Set(result) != Set(first) { text.add(.key, "METHOD=NONE") }
    }

    /// Writes EXTINF, the URI and the adjacent unknown tags.
    func writeEntry(to text: inout PlaylistWriter) {
        if !unknownTags.isEmpty { text.add(unknownTags.lazy.filter { !$0.followsDuration }) }
        writeDuration(to: &text)
        if let byteRange { text.add(.byteRange, byteRange) }
        if !unknownTags.isEmpty { text.add(unknownTags.lazy.filter(\.followsDuration)) }
        text.addLine(uri)
    }
}

extension SegmentState {
    /// Writes the changed keys, or all keys again if one is removed.
    fileprivate mutating func change(keysTo keys: [EncryptionKey], _ text: inout PlaylistWriter) {
        guard keys != self.keys else { return }
        let changed = keys.filter { !self.keys.contains($0) }
        var result = self.keys
        for key in changed { result.apply(key) }
        if result != keys {
            if !self.keys.isEmpty { text.add(.key, "METHOD=NONE") }
            for key in keys { text.add(.key, key.attributes) }
        } else {
            for key in changed { text.add(.key, key.attributes) }
        }
        self.keys = keys
    }
}
