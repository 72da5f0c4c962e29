package import Media
package import PipelineRuntime
import StageKit

/// Examines the input of a job.
package struct JobProbe: Sendable {
    /// The duration of the media that is searched for the first payloads of all tracks.
    package static let extent = MediaTime.seconds(10)
    private let pipeline: PipelinePlan
    private let layout: JobLayout

    /// Throws if the pipeline cannot run as a job, or if an input is not a file.
    package init(_ pipeline: PipelinePlan) throws(JobError) {
        _ = try pipeline.inputFiles()
        self.pipeline = pipeline
        layout = try JobLayout(pipeline)
    }

    /// Returns the properties of the input. `duration` replaces a duration that the source does not declare.
    package func media(duration: MediaTime?, dividesAudio: Bool) async throws(JobError) -> JobMedia {
        var media = JobMedia(duration: .zero)
        if let duration {
            media.duration = duration
        } else {
            media.duration = try await mediaDuration()
        }
        if let times = try await videoTimes() {
            media.segmentStarts = SegmentStarts.starts(of: times, on: layout.grid)
            media.videoEnd = Self.end(of: times)
        }
        media.formats = try await formats(dividesAudio: dividesAudio)
        if dividesAudio {
            let names = Set(layout.wholeStages.flatMap { $0 })
            var times = try await starts(sources(in: Array(names)), .audio)
            if times.contains(nil) {
                times = try await starts(sources(in: Array(names)), .audio, within: media.duration)
            }
            media.audioStarts = times.compactMap { $0 }
            guard media.audioStarts.count == times.count else {
                throw JobError("an audio track has no media; omit it, or omit --audio-chunk")
            }
        }
        return media
    }

    /// Returns the duration of the longest source of the chunks. Throws if no source declares one.
    package func mediaDuration() async throws(JobError) -> MediaTime {
        var longest: MediaTime?
        let names = layout.chunkStages.isEmpty ? layout.wholeStages.flatMap { $0 } : layout.chunkStages
        for stage in sources(in: names) {
            guard case .source(let source) = stage.stage else { continue }
            do {
                guard let duration = try await source.mediaDuration() else { continue }
                longest = max(longest ?? .zero, duration)
            } catch {
                throw JobError("stage '\(stage.name)': \(error)")
            }
        }
        if layout.chunkStages.isEmpty, longest == nil { return .zero }
        guard let longest else { throw JobError("the input does not declare its duration; set it with --duration") }
        return longest
    }

    /// Returns the format of the first video track. Throws if there is none.
    package func videoFormat() async throws(JobError) -> RawVideoFormat {
        for stage in sources(in: layout.chunkStages) {
            let record = try await record(stage, .video)
            if case .rawVideo(let format)? = record.track(of: .video)?.format { return format }
        }
        throw JobError("the input has no video")
    }

    /// The sources among the stages with these names.
    private func sources(in names: [String]) -> [PlannedStage] {
        pipeline.stages.filter { names.contains($0.name) && $0.description.role == .source }
    }

    /// The frame times of the only video source; nil if they are unknown.
    private func videoTimes() async throws(JobError) -> [MediaTime]? {
        let sources = sources(in: layout.chunkStages)
        guard let stage = sources.first, sources.count == 1, case .source(let source) = stage.stage else { return nil }
        do {
            guard var times = try await source.videoFrameTimes(), let first = times.first else { return nil }
            // Sources may count times from the first sample of all tracks.
            guard case let start?? = try await starts([stage], .video).first else { return nil }
            let offset = start - first
            if offset != .zero { times = times.map { ($0 + offset).rescaled(to: $0.timescale) } }
            return times
        } catch let error as JobError {
            throw error
        } catch {
            throw JobError("stage '\(stage.name)': \(error)")
        }
    }

    /// The end of video with frames at these times, the last of which lasts as long as the one before.
    private static func end(of times: [MediaTime]) -> MediaTime? {
        guard let last = times.last else { return nil }
        return times.count > 1 ? last + (last - times[times.count - 2]) : last
    }

    /// The times of the first payloads of tracks of this type; nil for tracks that start later.
    private func starts(
        _ sources: [PlannedStage], _ type: MediaType, within extent: MediaTime = extent
    ) async throws(JobError) -> [MediaTime?] {
        var result: [MediaTime?] = []
        for stage in sources where stage.description.outputName == Frame.payloadName {
            let record = try await record([stage], to: [stage.name], [type], within: extent, stopsAtStarts: true)
            result += record.starts(of: type)
        }
        return result
    }

    /// The formats with which the inputs of the encoders of divided tracks begin; nil if there are none.
    private func formats(dividesAudio: Bool) async throws(JobError) -> [String: [MediaFormat]]? {
        let names = layout.chunkStages + (dividesAudio ? layout.wholeStages.flatMap(\.self) : [])
        var result: [String: [MediaFormat]] = [:]
        for encoder in pipeline.stages where names.contains(encoder.name) {
            guard encoder.description.inputName == Frame.payloadName,
                encoder.description.outputName == Sample.payloadName
            else { continue }
            let types = encoder.stage.acceptedTypes
            let above = StageGraph(pipeline.stages).above(encoder.inputs)
            let record = try await record(
                pipeline.stages.filter { above.contains($0.name) }, to: encoder.inputs, types, stopsAtStarts: true)
            result[encoder.name] = record.tracks.filter { types.contains($0.mediaType) }.map(\.format)
        }
        return result.isEmpty ? nil : result
    }

    /// Runs the first seconds of a source.
    private func record(_ stage: PlannedStage, _ type: MediaType) async throws(JobError) -> RecordStarts.Record {
        try await record([stage], to: [stage.name], [type])
    }

    /// Runs stages up to the time `extent`. With `stopsAtStarts`, the run ends when each track has begun.
    private func record(
        _ stages: [PlannedStage], to inputs: [String], _ types: Set<MediaType>, within extent: MediaTime = extent,
        stopsAtStarts: Bool = false
    ) async throws(JobError) -> RecordStarts.Record {
        let record = RecordStarts.Record()
        var probe = PipelinePlan(name: pipeline.name, stages: [])
        for var stage in stages {
            do {
                if stage.description.role == .source {
                    let portion = MediaPortion(to: extent, mediaTypes: types)
                    stage.stage = try stage.stage.restricted(to: portion)
                }
            } catch {
                throw JobError("stage '\(stage.name)': \(error)")
            }
            probe.stages.append(stage)
        }
        let sink = RecordStarts(in: record)
        probe.stages.append(StageCatalogue.planned(RecordStarts.self, "job-starts", .sink(sink), inputs))
        do {
            let run = try PipelineRun(plan: probe)
            if stopsAtStarts { record.onStarts { run.stop() } }
            let status = await run.run()
            guard status.succeeded else { throw JobError(status.failureText) }
            return record
        } catch let error as JobError {
            throw error
        } catch {
            throw JobError("stage '\(stages.first?.name ?? "")': \(error)")
        }
    }
}
