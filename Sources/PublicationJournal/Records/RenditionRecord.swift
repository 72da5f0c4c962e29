package import HLS
package import Media

/// The counters of one rendition that a later run needs to continue it.
package struct RenditionRecord: Sendable, Hashable {
    package var mediaSequence = 0
    package var discontinuitySequence = 0
    package var iFrameMediaSequence = 0
    package var iFrameDiscontinuitySequence = 0
    /// The number of listed segments.
    package var segmentCount = 0
    /// The number of the next segment, which is part of its file name.
    package var nextNumber = 0
    /// The number of the segment whose parts are listed before it is complete; nil if there is none.
    package var openNumber: Int?
    /// Whether that segment follows a discontinuity.
    package var openIsDiscontinuity = false
    /// The segmenter's index of the next segment; nil if it is unknown.
    package var nextIndex: Int?
    /// The number of initialization segments so far.
    package var initializationCount = 0
    /// The number of files so far, when segments are byte ranges of files.
    package var fileCount = 0
    /// The duration of the longest playlist that has listed any of the segments.
    package var longestPlaylist = MediaTime.zero
    /// The end of the last segment in media time.
    package var end = MediaTime.zero
    /// The bandwidth declared in the multivariant playlist; nil before it is written.
    package var bandwidth: Bandwidth?
    package var iFrameBandwidth: Bandwidth?
    package var formerCodecs: [String] = []
    /// Whether every segment starts with a sync sample.
    package var isIndependent = true
    /// The state of the encryption after the last segment; nil for clear media.
    package var encryption: EncryptionState?

    package init() {}

    /// The encoded record, as kept in a journal.
    package var bytes: [UInt8] {
        var text = RecordText()
        text.add("media-sequence", mediaSequence)
        text.add("discontinuity-sequence", discontinuitySequence)
        text.add("iframe-media-sequence", iFrameMediaSequence)
        text.add("iframe-discontinuity-sequence", iFrameDiscontinuitySequence)
        text.add("segments", segmentCount)
        text.add("next-number", nextNumber)
        if let openNumber {
            text.add("open-number", openNumber)
            text.add("open-discontinuity", openIsDiscontinuity)
        }
        if let nextIndex { text.add("next-index", nextIndex) }
        text.add("initializations", initializationCount)
        text.add("files", fileCount)
        text.add("longest-playlist", longestPlaylist)
        text.add("end", end)
        text.add(bandwidth, "peak", "average")
        text.add(iFrameBandwidth, "iframe-peak", "iframe-average")
        if !formerCodecs.isEmpty { text.add("former-codecs", formerCodecs.joined(separator: " ")) }
        text.add("independent", isIndependent)
        if let encryption { text.add(encryption) }
        return text.bytes
    }

    /// Parses a record; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        let text = RecordText(bytes)
        guard let mediaSequence = text.count("media-sequence"),
            let discontinuitySequence = text.count("discontinuity-sequence"),
            let iFrameMediaSequence = text.count("iframe-media-sequence"),
            let iFrameDiscontinuitySequence = text.count("iframe-discontinuity-sequence"),
            let segmentCount = text.count("segments"), let nextNumber = text.count("next-number"),
            let initializationCount = text.count("initializations"), let fileCount = text.count("files"),
            let longestPlaylist = text.time("longest-playlist"), let end = text.time("end")
        else { return nil }
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        self.iFrameMediaSequence = iFrameMediaSequence
        self.iFrameDiscontinuitySequence = iFrameDiscontinuitySequence
        self.segmentCount = segmentCount
        self.nextNumber = nextNumber
        openNumber = text.count("open-number")
        openIsDiscontinuity = text.flag("open-discontinuity")
        nextIndex = text.count("next-index")
        self.initializationCount = initializationCount
        self.fileCount = fileCount
        self.longestPlaylist = longestPlaylist
        self.end = end
        bandwidth = text.bandwidth("peak", "average")
        iFrameBandwidth = text.bandwidth("iframe-peak", "iframe-average")
        formerCodecs = text.values["former-codecs"]?.split(separator: " ").map(String.init) ?? []
        isIndependent = text.flag("independent")
        encryption = text.encryption
    }
}

extension RecordText {
    fileprivate mutating func add(_ bandwidth: Bandwidth?, _ peak: String, _ average: String) {
        guard let bandwidth else { return }
        add(peak, bandwidth.peak)
        add(average, bandwidth.average)
    }

    fileprivate func bandwidth(_ peak: String, _ average: String) -> Bandwidth? {
        guard let peak = count(peak), let average = count(average) else { return nil }
        return Bandwidth(peak: peak, average: average)
    }
}

// The encryption of a rendition.
extension RecordText {
    fileprivate mutating func add(_ state: EncryptionState) {
        add("key-period", state.period)
        add("key-period-start", state.periodStart)
        add("key-period-segments", state.periodSegmentCount)
        add("key-ids", state.keyIdentifiers.map { $0.hexadecimal() }.joined(separator: " "))
        if !state.nextVectors.isEmpty {
            add("next-vectors", state.nextVectors.map { String($0, radix: 16) }.joined(separator: " "))
        }
    }

    /// The state; nil for clear media, and if it is invalid.
    fileprivate var encryption: EncryptionState? {
        guard let period = count("key-period"), let start = time("key-period-start"),
            let segments = count("key-period-segments")
        else { return nil }
        let identifiers = words("key-ids").map { [UInt8](hexadecimal: $0) }
        let vectors = words("next-vectors").map { UInt64($0, radix: 16) }
        // Without the vectors, a run could repeat one of them.
        guard identifiers.allSatisfy({ $0?.count == 16 }), vectors.allSatisfy({ $0 != nil }) else { return nil }
        return EncryptionState(
            period: period, periodStart: start, periodSegmentCount: segments,
            keyIdentifiers: identifiers.compactMap { $0 }, nextVectors: vectors.compactMap { $0 })
    }

    private func words(_ word: String) -> [Substring] { values[word]?.split(separator: " ") ?? [] }
}
