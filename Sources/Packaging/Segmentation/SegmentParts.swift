import Media

/// The concatenated parts of the current segment that have been emitted.
struct SegmentParts: Sendable {
    private(set) var data = ByteRope()
    private(set) var report = SegmentReport(kind: .separable)
    private(set) var count = 0

    /// Appends the next part, which has one track.
    mutating func append(_ part: ByteRope, _ partReport: SegmentReport) {
        let offset = data.count
        count += 1
        data.append(part)
        report.kind = partReport.kind
        report.fragments += partReport.fragments.map { $0.moved(by: offset) }
        guard let next = partReport.tracks.first else { return }
        guard var track = report.tracks.first else {
            report.tracks = [next]
            return
        }
        track.earliestPresentationTime = min(track.earliestPresentationTime, next.earliestPresentationTime)
        track.duration += next.duration
        track.sampleCount += next.sampleCount
        if let services = next.captionServices { track.captionServices = services.union(track.captionServices ?? []) }
        report.tracks = [track]
    }
}

extension SegmentReport.FragmentReport {
    fileprivate func moved(by offset: Int) -> Self {
        var fragment = self
        fragment.offset += offset
        fragment.firstVideoSample?.offset += offset
        return fragment
    }
}
