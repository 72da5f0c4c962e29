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

    /// Writes EXTINF, the URI and the adjacent unknown tags.
    func writeEntry(to text: inout PlaylistWriter) {
        if !unknownTags.isEmpty { text.add(unknownTags.lazy.filter { !$0.followsDuration }) }
        text.addLine("#EXTINF:\(duration.playlistDuration),\(title)")
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

extension EncryptionKey {
    /// The attributes of EXT-X-KEY and EXT-X-SESSION-KEY.
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("METHOD", method.rawValue)
        list.add("URI", quoted: uri)
        list.add("IV", bytes: initializationVector)
        list.add("KEYFORMAT", quoted: keyFormat)
        if !keyFormatVersions.isEmpty {
            list.add("KEYFORMATVERSIONS", quoted: keyFormatVersions.map(String.init).joined(separator: "/"))
        }
        list.add(unknownAttributes)
        return list
    }
}

extension InitializationSection {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("URI", quoted: uri)
        if let byteRange { list.add("BYTERANGE", quoted: byteRange.description) }
        list.add(unknownAttributes)
        return list
    }
}

extension PartialSegment {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("DURATION", duration.playlistSeconds)
        list.add("URI", quoted: uri)
        list.add("INDEPENDENT", flag: isIndependent)
        if let byteRange { list.add("BYTERANGE", quoted: byteRange.description) }
        list.add("GAP", flag: isGap)
        list.add(unknownAttributes)
        return list
    }
}

extension DateRange {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("ID", quoted: id)
        list.add("CLASS", quoted: rangeClass)
        if let startDate { list.add("START-DATE", quoted: startDate.description) }
        list.add("CUE", list: cues.map(\.rawValue))
        if let endDate { list.add("END-DATE", quoted: endDate.description) }
        list.add("DURATION", seconds: duration)
        list.add("PLANNED-DURATION", seconds: plannedDuration)
        for attribute in clientAttributes {
            switch attribute.value {
            case .string(let text): list.add(attribute.name, quoted: text)
            case .bytes(let bytes): list.add(attribute.name, bytes: bytes)
            case .number(let number): list.add(attribute.name, number)
            }
        }
        list.add("SCTE35-CMD", bytes: scte35Command)
        list.add("SCTE35-OUT", bytes: scte35Out)
        list.add("SCTE35-IN", bytes: scte35In)
        list.add("END-ON-NEXT", flag: endsOnNext)
        list.add(unknownAttributes)
        return list
    }
}
