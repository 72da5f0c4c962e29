import PublicationJournal
import HLS
import Media
package import StageKit

// Requests from downstream stages.
extension HLSPlaylist {
    package mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Resource>) {
        switch request {
        case .resume(let resumption): resume(resumption, &effects)
        case .release(let bytes): release(bytes, &effects)
        default: effects.request(request)
        }
    }

    private mutating func resume(_ resumption: Resumption, _ effects: inout Effects<Resource>) {
        if let writer = resumption.recordWriter, recordWriter?.isClosed != false { recordWriter = writer }
        if resumption.lacksRecords {
            hasSinkWithoutRecords = true
            return
        }
        // After a reload, all downstream sinks have the same records.
        if let resumedRecords, resumedRecords == resumption.records { return }
        let now = effects.clock.reading
        let date = now.wall.milliseconds
        let earlier = EarlierRun(resumption, options: options, paths: paths, layout: layout, now: date)
        // The records of an output may have been lost, for example because its disk was full.
        guard renditions.isEmpty, self.earlier.map(earlier.isAhead) ?? true else {
            if renditions.isEmpty, earlier.saved == nil { return }
            effects.reportWarning(
                "resumed-twice",
                "the earlier run's state in another output is ignored; use separate playlists for each output"
            )
            return
        }
        self.earlier = earlier
        resumedRecords = resumption.records
        if let problem = earlier.problem { effects.reportNote(problem.code, problem.message) }
        guard let saved = earlier.saved else { return }
        let end = saved.endWithGaps
        var continuation = TimelineContinuation(
            end: end, now: end + .milliseconds(max(0, date &- resumption.lastRecorded)))
        continuation.encryptions = saved.renditions.compactMapValues(\.record.encryption)
        if let epoch = saved.record.epoch {
            let passed = date &- epoch.milliseconds
            // Ignores clocks that are wrong by a hundred years.
            if (0..<3_200_000_000_000).contains(passed) {
                continuation.now = .milliseconds(passed)
                continuation.origin = now.monotonic - .milliseconds(passed)
            }
        }
        effects.request(.continueTimeline(continuation))
    }

    /// Starts with numbers that depend on the date if files are published and no sink records them.
    mutating func beginWithoutRecords(_ clock: any MediaClock) {
        guard renditions.isEmpty, earlier == nil, hasSinkWithoutRecords, options.type != .vod else { return }
        earlier = EarlierRun(unrecordedAt: clock.wallTime.milliseconds, paths: paths, layout: layout)
    }

    /// Removes the I-frame playlist of the earlier run from a rendition that has none any more.
    func removeFormerIFrames(at position: Int, _ target: TargetDuration, _ effects: inout Effects<Resource>) {
        let rendition = renditions[position].rendition
        let path = layout.path(rendition, PlaylistLayout.iFramesName)
        guard !options.iFrames, !rendition.isTrickPlay, let earlier, earlier.hasFile(path) else { return }
        effects.emit(earlier.removal(of: path, after: target.time * 3))
    }

    /// Drops the earlier run's segments from a rendition whose target duration must grow.
    mutating func restartRendition(
        _ former: TargetDuration, _ target: TargetDuration, at position: Int, _ effects: inout Effects<Resource>
    ) {
        guard let saved = renditions[position].saved, !saved.segments.isEmpty else { return }
        let id = renditions[position].rendition.id
        effects.reportWarning(
            "target-duration-changed",
            "rendition '\(id)' had a target duration of \(former) and now requires "
                + "\(target), so its playlist restarts; connected players may stop")
        renditions[position].discardSegments()
        // The counters of the earlier run list the segments, and must not remain without them.
        if let saved = renditions[position].saved { emitRecord(at: paths.rendition(id), saved.record.bytes, &effects) }
        for index in saved.segments.indices {
            emitRecord(at: paths.segment(id, saved.record.mediaSequence + index), nil, &effects)
        }
        for segment in saved.segments where segment.hasFile {
            effects.emit(
                Resource(
                    path: "\(id)/\(PlaylistLayout.name(segment.entry.uri))", role: .segment, contentType: "",
                    action: .remove(after: segment.entry.duration + saved.record.longestPlaylist)))
        }
    }

    /// Removes the oldest segments of all renditions together, so that the playlists stay aligned.
    private mutating func release(_ bytes: Int, _ effects: inout Effects<Resource>) {
        guard options.type == .live, let target = sharedTarget else { return }
        var released = 0
        var hasReleased = true
        var removals: [Int: [ListedSegment]] = [:]
        while released < bytes, hasReleased {
            hasReleased = false
            for position in renditions.indices {
                guard let removal = renditions[position].releaseOldest() else { continue }
                released += removal.byteCount
                hasReleased = true
                removals[position, default: []].append(removal)
            }
        }
        for (position, removed) in removals.sorted(by: { $0.key < $1.key }) {
            emitRecords(of: position, target, &effects)
            emitPlaylists(of: renditions[position], target: target, ended: false, &effects)
            remove(removed, at: position, &effects)
        }
    }
}

// Records for a later run.
extension HLSPlaylist {
    /// Records that the number of a segment is in use, before its first byte is published.
    mutating func reserveNumber(of segment: Segment, at position: Int, _ effects: inout Effects<Resource>) {
        guard options.type != .vod, publishesSegments, let target = sharedTarget,
            renditions[position].reserveNumber(of: segment)
        else { return }
        emitRecord(target, ended: false, &effects)
        emitCounters(of: position, &effects)
    }

    /// Emits the counters of a rendition, and the records of segments that were listed or removed since the last call.
    ///
    /// What the counters count is recorded before them, and removed after them: a run may be interrupted, or replaced by a
    /// reload, after any record.
    private mutating func emitCounters(of position: Int, _ effects: inout Effects<Resource>) {
        let id = renditions[position].rendition.id
        let (listed, removed) = renditions[position].drainRecordChanges()
        for (number, segment) in listed { emitRecord(at: paths.segment(id, number), segment.recordBytes, &effects) }
        if let data = renditions[position].drainNewInitialization() {
            emitRecord(at: paths.initialization(id), data.bytes, &effects)
        }
        emitRecord(at: paths.rendition(id), renditions[position].record.bytes, &effects)
        for number in removed { emitRecord(at: paths.segment(id, number), nil, &effects) }
    }

    /// Emits a record; nil removes it.
    func emitRecord(at path: String, _ content: [UInt8]?, _ effects: inout Effects<Resource>) {
        effects.emit(ordered(.record(path, content)))
    }

    /// Gives a record its place in the order of the writer. Other resources stay unchanged.
    func ordered(_ resource: Resource) -> Resource {
        guard resource.role == .record, let recordWriter else { return resource }
        var content: [UInt8]?
        if case .store(let data) = resource.action { content = data.bytes }
        var result = resource
        result.ticket = recordWriter.enqueue(RecordWriter.Change(path: resource.path, content: content))
        return result
    }

    /// Emits the records that change when segments are listed or removed. The playlist must follow them.
    mutating func emitRecords(of position: Int, _ target: TargetDuration, _ effects: inout Effects<Resource>) {
        emitRecord(target, ended: false, &effects)
        emitCounters(of: position, &effects)
    }

    /// Removes renditions of the earlier run that this run does not have, once no segment of the earlier run is listed.
    mutating func removeAbsentRenditions(beside record: RenditionRecord, _ effects: inout Effects<Resource>) {
        guard let saved = earlier?.saved, record.mediaSequence >= saved.nextMediaSequence else { return }
        let known = Set(renditions.map(\.rendition.id))
        for id in saved.renditions.keys.sorted() where !known.contains(id) {
            guard let rendition = saved.renditions[id], let numbers = earlier?.retire(id) else { continue }
            // The numbers first: a run that is interrupted here must not lack them.
            emitRecord(at: paths.rendition(id), numbers.record.bytes, &effects)
            for index in rendition.segments.indices {
                emitRecord(at: paths.segment(id, rendition.record.mediaSequence + index), nil, &effects)
            }
            emitRecord(at: paths.initialization(id), nil, &effects)
            // Its playlists list the files until they are removed (RFC 8216bis 6.2.2).
            let target = saved.record.target.time
            for path in saved.requestableFiles(of: id, layout).sorted() {
                let after = rendition.record.longestPlaylist + target * 2
                guard var removal = earlier?.removal(of: path, after: after) else { continue }
                if removal.role == .mediaPlaylist { removal.action = .remove(after: target) }
                effects.emit(removal)
            }
        }
    }

    /// Emits the records of segments that became gaps since the earlier run.
    func emitRecords(of saved: SavedRendition, as id: String, _ effects: inout Effects<Resource>) {
        for (index, segment) in saved.segments.enumerated() where segment.entry.isGap {
            emitRecord(at: paths.segment(id, saved.record.mediaSequence + index), segment.recordBytes, &effects)
        }
    }

    /// Emits the presentation's record if it has changed.
    mutating func emitRecord(_ target: TargetDuration, ended: Bool, _ effects: inout Effects<Resource>) {
        guard options.type != .vod else { return }
        let record = PresentationRecord(
            type: options.type.rawValue, target: target,
            epoch: anchor.map { DateTime(milliseconds: $0.zero.milliseconds) }, hasEnded: ended)
        guard record != presentationRecord else { return }
        presentationRecord = record
        emitRecord(at: paths.presentation, record.bytes, &effects)
    }
}

extension Resource {
    /// A record with this content; nil removes the record.
    static func record(_ path: String, _ content: [UInt8]?) -> Resource {
        Resource(
            path: path, role: .record, contentType: "",
            action: content.map { .store(ByteRope($0)) } ?? .remove(after: .zero))
    }
}
