package import HLS
package import Media

/// The numbers of one rendition as a later run needs them to go on.
package struct RenditionRecord: Sendable, Hashable {
    package var mediaSequence = 0
    package var discontinuitySequence = 0
    package var iFrameMediaSequence = 0
    package var iFrameDiscontinuitySequence = 0
    /// How many segments are listed.
    package var segmentCount = 0
    /// The number of the next segment, as its file is named by.
    package var nextNumber = 0
    /// How many initialization segments there have been.
    package var initializationCount = 0
    /// How many files hold all segments one after the other.
    package var fileCount = 0
    /// The duration of the longest playlist that listed any of the segments.
    package var longestPlaylist = MediaTime.zero
    /// The media time at which the last segment ends.
    package var end = MediaTime.zero
    /// What the multivariant playlist declares; nil before it does.
    package var bandwidth: Bandwidth?
    package var iFrameBandwidth: Bandwidth?
    package var formerCodecs: [String] = []
    /// Whether every segment began with a sync sample.
    package var isIndependent = true

    package init() {}

    /// The record as a journal keeps it.
    package var bytes: [UInt8] {
        var text = RecordText()
        text.add("media-sequence", mediaSequence)
        text.add("discontinuity-sequence", discontinuitySequence)
        text.add("iframe-media-sequence", iFrameMediaSequence)
        text.add("iframe-discontinuity-sequence", iFrameDiscontinuitySequence)
        text.add("segments", segmentCount)
        text.add("next-number", nextNumber)
        text.add("initializations", initializationCount)
        text.add("files", fileCount)
        text.add("longest-playlist", longestPlaylist)
        text.add("end", end)
        text.add(bandwidth, "peak", "average")
        text.add(iFrameBandwidth, "iframe-peak", "iframe-average")
        if !formerCodecs.isEmpty { text.add("former-codecs", formerCodecs.joined(separator: " ")) }
        text.add("independent", isIndependent)
        return text.bytes
    }

    /// Reads a record; nil where it is not one.
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
        self.initializationCount = initializationCount
        self.fileCount = fileCount
        self.longestPlaylist = longestPlaylist
        self.end = end
        bandwidth = text.bandwidth("peak", "average")
        iFrameBandwidth = text.bandwidth("iframe-peak", "iframe-average")
        formerCodecs = text.values["former-codecs"]?.split(separator: " ").map(String.init) ?? []
        isIndependent = text.flag("independent")
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
