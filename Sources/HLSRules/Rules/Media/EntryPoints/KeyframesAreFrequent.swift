import HLS
import ISOMedia
import Media

/// R44: keyframes are at most two seconds apart.
package struct KeyframesAreFrequent: SegmentRule {
    package static let facts = RuleFacts(
        "R44", "Video has an IDR picture at least every 2 s", .appleShould, clause: "Apple 1.13", kinds: [.media],
        consequence: "seeking is coarse, and trick play shows few frames")

    private static let maximumInterval = MediaTime.seconds(2)
    private var last: (sequence: Int, time: MediaTime)?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, let video = segment.tracks.first(where: \.isVideo) else { return }
        guard video.measured.decodeStart != nil else {
            last = nil
            return
        }
        let goesOn = last.map { $0.sequence + 1 == segment.entry.sequence } == true && !segment.entry.isDiscontinuity
        var times = video.measured.syncTimes.map(video.time)
        // B12 reports a missing sync flag.
        if video.measured.entryPoint == .closed, !video.measured.beginsWithSync { times.insert(video.start, at: 0) }
        if goesOn, let last { times.insert(last.time, at: 0) }
        if let newest = times.last { last = (segment.entry.sequence, newest) }
        times.append(video.end)
        let distance = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .zero
        guard distance > Self.maximumInterval + video.sampleDuration else { return }
        findings.add(
            segment.place(), expected: "an IDR picture at least every 2 s",
            found: "\(distance.decimal(places: 3)) s without one"
        )
    }
}
