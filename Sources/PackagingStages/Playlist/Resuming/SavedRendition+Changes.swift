import HLS
import Media
import PublicationJournal
import StageKit

// Changes between runs.
extension SavedRendition {
    /// The maximum number of segments that a rendition may lag behind because the run was interrupted between writing
    /// them.
    private static let maximumAddedGaps = 3

    /// The media sequence number after the listed segments and the pending gaps.
    var nextMediaSequence: Int { record.mediaSequence + segments.count + pendingGaps.count }

    /// Removes all segments from the playlist and keeps the numbers.
    mutating func removeAll() {
        record.mediaSequence += segments.count + pendingGaps.count
        record.segmentCount = 0
        record.discontinuitySequence +=
            segments.count { $0.entry.isDiscontinuity } + pendingGaps.count { $0.isDiscontinuity }
        let frames = segments.flatMap(\.iFrames)
        record.iFrameMediaSequence += frames.count
        record.iFrameDiscontinuitySequence += frames.count { $0.isDiscontinuity }
        (segments, pendingGaps, record.openNumber) = ([], [], nil)
    }

    mutating func markMissing(in files: [String: Int], folder: String) {
        for index in segments.indices where !segments[index].entry.isGap {
            let record = segments[index]
            let size = files["\(folder)/\(PlaylistLayout.name(record.entry.uri))"] ?? -1
            if record.hasFile ? size == record.byteCount : size >= record.entry.byteRange?.end ?? 0 { continue }
            markMissing(at: index)
        }
    }

    mutating func markMissing(at index: Int) {
        segments[index].entry.isGap = true
        for frame in segments[index].iFrames.indices { segments[index].iFrames[frame].isGap = true }
    }

    /// Lists a segment whose initialization segment is missing as a gap, which needs none.
    mutating func removeInitialization(at index: Int) {
        markMissing(at: index)
        segments[index].entry.initialization = nil
        for frame in segments[index].iFrames.indices { segments[index].iFrames[frame].initialization = nil }
    }

    mutating func removeMissingInitializations(in files: [String: Int], folder: String) {
        for index in segments.indices {
            guard let uri = segments[index].entry.initialization?.uri else { continue }
            if files["\(folder)/\(PlaylistLayout.name(uri))"] == nil { removeInitialization(at: index) }
        }
    }

    /// Discards the initialization segment if its file is missing or has another size, so that it is stored again.
    mutating func discardMissingInitialization(
        in files: [String: Int], folder: String, _ layout: PlaylistLayout
    ) {
        let name = initializationSection(layout).map { PlaylistLayout.name($0.uri) } ?? ""
        if files["\(folder)/\(name)"] != initialization.count { initialization = [] }
    }

    /// Plans a gap for the segment of which only parts were published, so that its media sequence number is not used for
    /// another segment.
    mutating func planOpenGap() {
        guard let number = record.openNumber, let last = segments.last else { return }
        let complete = segments.last { !$0.entry.isGap } ?? last
        pendingGaps.append(
            PendingGap(number: number, duration: complete.entry.duration, isDiscontinuity: record.openIsDiscontinuity))
    }

    /// Plans gaps for the segments that another rendition has and this one lacks.
    mutating func planMissingGaps(beside leader: SavedRendition, _ layout: PlaylistLayout) {
        let missing = leader.nextMediaSequence - nextMediaSequence
        guard (1...Self.maximumAddedGaps).contains(missing), let last = segments.last else { return }
        let listed = leader.segments.map(\.entry).map {
            PendingGap(number: 0, duration: $0.duration, isDiscontinuity: $0.isDiscontinuity)
        }
        let others = listed + leader.pendingGaps
        guard others.count >= missing else { return }
        // The number of the next segment may be recorded before it is listed, and a playlist may list that segment.
        let newest = FileNumber.read(PlaylistLayout.name(last.entry.uri), prefix: layout.segmentPrefix)
        var number = pendingGaps.last.map { $0.number + 1 } ?? min(record.nextNumber, newest ?? .max)
        for other in others.suffix(missing) {
            var gap = other
            gap.number = number
            pendingGaps.append(gap)
            number += 1
        }
        record.nextNumber = max(record.nextNumber, number)
    }

    /// Lists the pending gaps between the end of the last segment and `start`, where the next one starts. They last no
    /// longer than planned; the rest of a longer pause is a discontinuity of the dates.
    mutating func listPendingGaps(until start: MediaTime, _ layout: PlaylistLayout) {
        guard let last = segments.last else { return }
        let isWebVTT = last.entry.uri.hasSuffix(".vtt")
        for (index, gap) in pendingGaps.enumerated() {
            let others = Int64(pendingGaps.count - 1 - index)
            let left = start - record.end - Self.shortestGap * others
            let duration = max(Self.shortestGap, min(gap.duration, left).rescaled(to: 1_000_000, rounding: .down))
            var segment = MediaSegment(
                uri: PlaylistLayout.reference(layout.segmentName(gap.number, isWebVTT: isWebVTT)),
                duration: duration, initialization: last.entry.initialization, isDiscontinuity: gap.isDiscontinuity,
                isGap: true)
            segment.keys = last.entry.keys
            segments.append(ListedSegment(segment))
            record.end += duration
        }
        (pendingGaps, record.openNumber) = ([], nil)
    }

    /// The duration of a gap without time, since durations of zero confuse players.
    static let shortestGap = MediaTime.milliseconds(1)

    /// The date of the end of the listed segments, from the last date before it; nil if no segment has a date.
    var endDate: WallTime? {
        guard let index = segments.lastIndex(where: { $0.entry.programDateTime != nil }),
            let date = segments[index].entry.programDateTime
        else { return nil }
        let rest = segments[index...].reduce(MediaTime.zero) { $0 + $1.entry.duration }
        return WallTime(milliseconds: date.milliseconds) + rest.duration
    }
}

// Reloads.
extension SavedRendition {
    /// The maximum number of segments that a reload may lose.
    private static let maximumLostSegments = 60
    /// The tolerance for the start of a segment that follows without a gap.
    private static let tolerance = MediaTime.milliseconds(20)

    /// The number of segments between the last one and `segment`, if it is from the segmenter of the earlier run, which a
    /// reload has kept: segments may be lost while the stage is replaced. Nil for a segment of another segmenter, whose
    /// indices start anew.
    func lostCount(before segment: Segment) -> Int? {
        guard !segments.isEmpty, let next = record.nextIndex, next > 0,
            (0...Self.maximumLostSegments).contains(segment.index - next),
            segment.report.start >= record.end - Self.tolerance
        else { return nil }
        let lost = segment.index - next
        // The first part of the open segment has been published.
        return lost == 0 && record.openNumber != nil && segment.part != nil ? nil : lost
    }

    /// Replaces the pending gaps by one for each segment that a reload has lost before `start`. Returns the number of
    /// the first file name after the listed segments.
    mutating func planLostGaps(_ count: Int, until start: MediaTime) -> Int {
        let number = record.openNumber ?? pendingGaps.first?.number ?? record.nextNumber
        let ticks = max(.zero, start - record.end).ticks(at: 1_000_000, rounding: .down)
        pendingGaps = (0..<count).map { index in
            PendingGap(
                number: number + index, duration: MediaTime(value: ticks / Int64(count), timescale: 1_000_000),
                isDiscontinuity: index == 0 && record.openNumber != nil && record.openIsDiscontinuity)
        }
        record.nextNumber = max(record.nextNumber, number + count)
        return number
    }
}
