import AssetWriting

/// The playlists of a finished presentation, derived from its segment reports (RFC 8216).
struct Playlists {
    let initialization: WrittenSegment
    let segments: [WrittenSegment]
    let isSingleFile: Bool

    /// The media playlist with all segments.
    var media: String {
        let times = segments.map { $0.leading?.earliestPresentationTimeStamp ?? .zero }
        var entries: [Entry] = []
        for (index, segment) in segments.enumerated() {
            // A segment lasts until the next one starts, so that durations add up without gaps.
            let next = index + 1 < times.count ? times[index + 1] - times[index] : nil
            let duration = next ?? segment.leading?.duration ?? .zero
            entries.append(Entry(segment: segment, duration: duration, range: range(of: segment)))
        }
        return text(entries, isIFramesOnly: false)
    }

    /// The I-frame playlist with the first video frame of each segment; nil without video.
    var iFrames: String? {
        let found = segments.compactMap { segment in segment.iFrame.map { (segment, $0) } }
        guard !found.isEmpty else { return nil }
        var entries: [Entry] = []
        for (index, (segment, picture)) in found.enumerated() {
            let next = index + 1 < found.count ? found[index + 1].1.presentationTimeStamp : nil
            let duration = next.map { $0 - picture.presentationTimeStamp } ?? segment.leading?.duration ?? .zero
            // The range starts at the movie fragment box, which locates the frame's data.
            let length = picture.offset + picture.length
            entries.append(Entry(segment: segment, duration: duration, range: (segment.start, length)))
        }
        return text(entries, isIFramesOnly: true)
    }

    private struct Entry {
        var segment: WrittenSegment
        var duration: MediaTime
        var range: (start: Int, length: Int)?
    }

    private func range(of segment: WrittenSegment) -> (start: Int, length: Int)? {
        isSingleFile ? (segment.start, segment.length) : nil
    }

    private func text(_ entries: [Entry], isIFramesOnly: Bool) -> String {
        let target = entries.map { $0.duration.ticks(at: 1) }.max() ?? 1
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(max(1, target))", "#EXT-X-MEDIA-SEQUENCE:1",
        ]
        lines.append("#EXT-X-PLAYLIST-TYPE:VOD")
        lines.append(isIFramesOnly ? "#EXT-X-I-FRAMES-ONLY" : "#EXT-X-INDEPENDENT-SEGMENTS")
        let map = range(of: initialization).map { ",BYTERANGE=\"\($0.length)@\($0.start)\"" } ?? ""
        lines.append("#EXT-X-MAP:URI=\"\(initialization.name)\"\(map)")
        for entry in entries {
            lines.append("#EXTINF:\(entry.duration.decimal(places: 5)),")
            if let range = entry.range { lines.append("#EXT-X-BYTERANGE:\(range.length)@\(range.start)") }
            lines.append(entry.segment.name)
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }
}

extension WrittenSegment {
    /// The report of the video track, or of the only track.
    var leading: AssetSegmentTrackReport? {
        report?.trackReports.first { $0.mediaType == .video } ?? report?.trackReports.first
    }

    /// The first video frame, if it is a sync sample.
    var iFrame: AssetSegmentReportSampleInformation? {
        leading?.firstVideoSampleInformation.flatMap { $0.isSyncSample ? $0 : nil }
    }
}
