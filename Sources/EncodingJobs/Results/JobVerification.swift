import Media

/// Verifies that the reports of all tasks form one continuous presentation.
struct JobVerification {
    typealias Finding = JobFindings.Finding

    private let plan: JobPlan
    private(set) var findings: [Finding] = []

    init(_ plan: JobPlan) { self.plan = plan }

    mutating func join(_ reports: [TaskReport?]) -> [JobResult.JoinedRendition] {
        let missing = plan.tasks.filter { reports[$0.index] == nil }
        if !missing.isEmpty {
            let names = missing.prefix(8).map { String($0.index) }.joined(separator: ", ")
            findings.append(
                Finding(
                    "\(missing.count) of \(plan.tasks.count) tasks are not done: \(names)\(missing.count > 8 ? ", …" : "")",
                    tasks: missing.map(\.index), isMissing: true))
        }
        let done = reports.compactMap { $0 }
        for report in done where report.plan != plan.identity {
            findings.append(Finding("task \(report.task) belongs to another plan", tasks: [report.task]))
        }
        compareSoftware(done)
        guard findings.isEmpty else { return [] }
        let chunks = plan.tasks.filter { $0.kind == .chunk }.map(\.index)
        var joined = join(chunks.compactMap { reports[$0] })
        for tasks in tracks {
            for rendition in join(tasks.compactMap { reports[$0] }) {
                if joined.contains(where: { $0.rendition.id == rendition.rendition.id }) {
                    findings.append(
                        Finding(
                            "two tasks make the rendition '\(rendition.rendition.id)'; name the tracks with track.label"
                        ))
                }
                joined.append(rendition)
            }
        }
        numberTracks(&joined)
        for rendition in joined { validateTimes(rendition) }
        compareRungs(joined)
        return joined
    }

    /// The tasks of whole tracks: one, or several for portions of the same tracks.
    private var tracks: [[Int]] {
        var groups: [(stages: [String], tasks: [Int])] = []
        for task in plan.tasks where task.kind != .chunk && task.kind != .analysis {
            if task.kind == .overlapping, let index = groups.firstIndex(where: { $0.stages == task.stages }) {
                groups[index].tasks.append(task.index)
            } else {
                groups.append((task.stages, [task.index]))
            }
        }
        return groups.map(\.tasks)
    }

    /// Chunks of different encoders do not form one stream.
    private mutating func compareSoftware(_ reports: [TaskReport]) {
        let chunks = reports.filter { plan.tasks[$0.task].kind == .chunk }
        // The software of most chunks is the expected one.
        let counts = chunks.reduce(into: [:]) { $0[$1.software, default: 0] += 1 }
        let most = counts.values.max()
        guard let first = chunks.first(where: { counts[$0.software] == most }) else { return }
        for other in reports where other.task != first.task {
            var expected = first.software
            if plan.tasks[other.task].kind != .chunk { expected.codecs = [] }
            let differences = expected.differences(from: other.software)
            guard !differences.isEmpty else { continue }
            findings.append(
                Finding(
                    "machines '\(first.host)' (task \(first.task)) and '\(other.host)' (task \(other.task)) have different "
                        + "software: \(differences.joined(separator: "; ")); install the same versions and process the "
                        + "tasks of one of them again",
                    tasks: [other.task]))
        }
    }

    private mutating func join(_ reports: [TaskReport]) -> [JobResult.JoinedRendition] {
        guard let first = reports.first else { return [] }
        var joined = first.renditions.map {
            JobResult.JoinedRendition(rendition: $0.rendition, initialization: $0.initialization, task: first.task)
        }
        for report in reports {
            // The last chunks are empty if the media is shorter than declared.
            if report.segmentCount == 0, report.task != first.task { continue }
            guard report.renditions.map(\.rendition.id) == joined.map(\.rendition.id) else {
                let names = report.renditions.map(\.rendition.id).joined(separator: ", ")
                findings.append(
                    Finding(
                        "task \(report.task) has the renditions \(names), and task \(first.task) "
                            + joined.map(\.rendition.id).joined(separator: ", "), tasks: [report.task]))
                continue
            }
            for index in joined.indices { append(report, index, to: &joined[index]) }
        }
        return joined
    }

    private mutating func append(_ report: TaskReport, _ index: Int, to joined: inout JobResult.JoinedRendition) {
        let part = report.renditions[index]
        let id = joined.rendition.id
        if part.initialization?.digest != joined.initialization?.digest {
            findings.append(
                Finding(
                    "the initialization segments of rendition '\(id)' differ between task \(joined.task) and task "
                        + "\(report.task) ('\(report.host)'): the encoder was configured differently",
                    tasks: [report.task]))
        }
        for segment in part.segments {
            if segment.index != joined.segments.count {
                findings.append(
                    Finding(
                        "rendition '\(id)': segment \(joined.segments.count) is missing before segment \(segment.index) of "
                            + "task \(report.task)", tasks: [report.task]))
                return
            }
            joined.segments.append((report.task, segment))
        }
    }

    /// Track identifiers are unique in a task only.
    private func numberTracks(_ joined: inout [JobResult.JoinedRendition]) {
        var next: UInt32 = 1
        for index in joined.indices {
            var names: [Track.ID: Track.ID] = [:]
            for place in joined[index].rendition.tracks.indices {
                let id = joined[index].rendition.tracks[place].id
                names[id] = Track.ID(rawValue: next)
                joined[index].rendition.tracks[place].id = Track.ID(rawValue: next)
                next += 1
            }
            for place in joined[index].segments.indices {
                let tracks = joined[index].segments[place].segment.report.tracks
                for (number, track) in tracks.enumerated() where joined[index].rendition.tracks.count > number {
                    // Tasks may number their tracks differently; the order is the same as in the movie.
                    joined[index].segments[place].segment.report.tracks[number].trackID =
                        names[track.trackID] ?? joined[index].rendition.tracks[number].id
                }
            }
        }
    }

    /// Each segment starts at the decode time at which the preceding one ends.
    private mutating func validateTimes(_ joined: JobResult.JoinedRendition) {
        let id = joined.rendition.id
        if joined.segments.isEmpty { findings.append(Finding("rendition '\(id)' has no segments")) }
        var end: MediaTime?
        for (task, segment) in joined.segments {
            guard let track = segment.report.tracks.first, let ticks = segment.decodeTime else {
                // The time after a gap is that of the source.
                if segment.file == nil { end = nil }
                continue
            }
            let start = MediaTime(value: ticks, timescale: track.duration.timescale)
            if let end, start != end {
                findings.append(
                    Finding(
                        "rendition '\(id)': segment \(segment.index) of task \(task) starts at \(start.decimal(places: 6)) s, "
                            + "and the preceding one ends at \(end.decimal(places: 6)) s", tasks: [task]))
            }
            end = start + track.duration
            guard plan.interval > .zero, joined.rendition.mediaType == .video, plan.tasks[task].kind == .chunk else {
                continue
            }
            if track.duration > plan.longestDuration(ofSegment: segment.index) {
                findings.append(
                    Finding(
                        "rendition '\(id)': segment \(segment.index) of task \(task) lasts "
                            + "\(track.duration.decimal(places: 3)) s, with an interval of "
                            + "\(plan.interval.decimal(places: 3)) s"))
            }
        }
    }

    /// Compares the timelines of the renditions of one video: players switch between them at each segment.
    private mutating func compareRungs(_ joined: [JobResult.JoinedRendition]) {
        let rungs = joined.filter { joined in
            joined.rendition.mediaType == .video && plan.tasks[joined.task].kind == .chunk
                && joined.rendition.tracks.allSatisfy { !$0.attributes.isTrickPlay }
        }
        for (number, rung) in rungs.enumerated() {
            let origin = rung.rendition.tracks.first?.origin
            guard let first = rungs[..<number].first(where: { $0.rendition.tracks.first?.origin == origin }) else {
                continue
            }
            for ((_, expected), (task, segment)) in zip(first.segments, rung.segments)
            where !expected.report.hasTimeline(of: segment.report) {
                findings.append(
                    Finding(
                        "rendition '\(rung.rendition.id)': segment \(segment.index) of task \(task) is \(segment.report.span), "
                            + "and that of rendition '\(first.rendition.id)' \(expected.report.span); encodings of one video "
                            + "have equal timelines", tasks: [task]))
                break
            }
            if first.segments.count != rung.segments.count {
                findings.append(
                    Finding(
                        "rendition '\(rung.rendition.id)' has \(rung.segments.count) segments, and rendition "
                            + "'\(first.rendition.id)' \(first.segments.count)"))
            }
        }
    }
}

extension SegmentReport {
    /// Whether the first tracks start and end at the same times, within a frame of either.
    fileprivate func hasTimeline(of other: SegmentReport) -> Bool {
        guard let track = tracks.first, let second = other.tracks.first else {
            return tracks.count == other.tracks.count
        }
        func frame(_ track: TrackReport) -> Double { track.duration.seconds / Double(max(track.sampleCount, 1)) }
        let tolerance = max(frame(track), frame(second), 0.001)
        let starts = (track.earliestPresentationTime, second.earliestPresentationTime)
        return abs((starts.0 - starts.1).seconds) < tolerance
            && abs((starts.0 + track.duration - starts.1 - second.duration).seconds) < tolerance
    }

    fileprivate var span: String {
        guard let track = tracks.first else { return "empty" }
        let start = track.earliestPresentationTime
        return "from \(start.decimal(places: 3)) to \((start + track.duration).decimal(places: 3)) s"
    }
}
