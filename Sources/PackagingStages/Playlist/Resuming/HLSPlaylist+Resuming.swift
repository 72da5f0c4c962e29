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
        // After a reload, all downstream sinks have the same records.
        if let resumedRecords, resumedRecords == resumption.records { return }
        guard renditions.isEmpty, earlier == nil else {
            effects.reportWarning(
                "resumed-twice",
                "the earlier run's state in another output is ignored; use separate playlists for each output"
            )
            return
        }
        let now = effects.clock.reading
        let date = now.wall.milliseconds
        let earlier = EarlierRun(resumption, options: options, paths: paths, layout: layout, now: date)
        self.earlier = earlier
        resumedRecords = resumption.records
        if let problem = earlier.problem { effects.reportNote(problem.code, problem.message) }
        guard let saved = earlier.saved else { return }
        let end = saved.end
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
        for (index, segment) in saved.segments.enumerated() {
            effects.emit(.record(paths.segment(id, saved.record.mediaSequence + index), nil))
            guard segment.hasFile else { continue }
            effects.emit(
                Resource(
                    path: "\(id)/\(PlaylistLayout.name(segment.entry.uri))", role: .segment, contentType: "",
                    action: .remove(after: segment.entry.duration + saved.record.longestPlaylist)))
        }
        renditions[position].discardSegments()
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
            emitRecords(of: position, removed: removed.count, target, &effects)
            emitPlaylists(of: renditions[position], target: target, ended: false, &effects)
            remove(removed, at: position, &effects)
        }
    }
}

// Records for a later run.
extension HLSPlaylist {
    /// Emits the records that change when a segment is listed. The playlist must follow them.
    mutating func emitRecords(
        of position: Int, listed: ListedSegment? = nil, removed: Int, _ target: TargetDuration,
        _ effects: inout Effects<Resource>
    ) {
        let (id, record) = (renditions[position].rendition.id, renditions[position].record)
        emitRecord(target, ended: false, &effects)
        if let listed {
            let number = record.mediaSequence + record.segmentCount - 1
            effects.emit(.record(paths.segment(id, number), listed.recordBytes))
        }
        for number in record.mediaSequence - removed..<record.mediaSequence {
            effects.emit(.record(paths.segment(id, number), nil))
        }
        if let data = renditions[position].drainNewInitialization() {
            effects.emit(.record(paths.initialization(id), data.bytes))
        }
        effects.emit(.record(paths.rendition(id), record.bytes))
        if listed != nil { removeAbsentRenditions(beside: record, &effects) }
    }

    /// Removes renditions of the earlier run that this run does not have, once no segment of the earlier run is listed.
    private mutating func removeAbsentRenditions(beside record: RenditionRecord, _ effects: inout Effects<Resource>) {
        guard let saved = earlier?.saved, record.mediaSequence >= saved.nextMediaSequence else { return }
        let known = Set(renditions.map(\.rendition.id))
        for id in saved.renditions.keys.sorted() where !known.contains(id) {
            guard let rendition = saved.renditions[id] else { continue }
            for index in rendition.segments.indices {
                effects.emit(.record(paths.segment(id, rendition.record.mediaSequence + index), nil))
            }
            effects.emit(.record(paths.initialization(id), nil))
            effects.emit(.record(paths.rendition(id), nil))
            let after = rendition.record.longestPlaylist + saved.record.target.time
            for path in saved.requestableFiles(of: id, layout).sorted() {
                effects.emit(Resource(path: path, role: .segment, contentType: "", action: .remove(after: after)))
            }
            earlier?.forget(id)
        }
    }

    /// Emits the records of segments that became gaps since the earlier run.
    func emitRecords(of saved: SavedRendition, as id: String, _ effects: inout Effects<Resource>) {
        for (index, segment) in saved.segments.enumerated() where segment.entry.isGap {
            effects.emit(.record(paths.segment(id, saved.record.mediaSequence + index), segment.recordBytes))
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
        effects.emit(.record(paths.presentation, record.bytes))
    }
}

extension Resource {
    /// A record with this content; nil removes the record.
    fileprivate static func record(_ path: String, _ content: [UInt8]?) -> Resource {
        Resource(
            path: path, role: .record, contentType: "",
            action: content.map { .store(ByteRope($0)) } ?? .remove(after: .zero))
    }
}
