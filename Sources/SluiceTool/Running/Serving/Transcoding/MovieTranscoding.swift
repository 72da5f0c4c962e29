import EncodingJobs
import Foundation
import GStreamerStages
import Glibc
import Media
import OnDemand
import Packaging
import Sluice
import StageKit
import SystemFiles

/// Encodes movies on request: each movie is one or more jobs in the cache folder, whose tasks run in processes with limits.
struct MovieTranscoding: Sendable {
    /// The folder of all movies, and its maximum size in bytes.
    private let folder: String
    private let limit: Int
    private let verified = VerifiedFiles()

    /// The maximum memory of a process, in KiB.
    private static let memory = 4 << 20
    /// The maximum time of an encoding, and the lowest speed in bytes per second at which a movie is examined.
    private static let (seconds, speed) = (120, 16 << 20)

    init(cache: String, limit: Int) {
        (folder, self.limit) = ("\(JobFolder(named: cache).output)/transcoded", limit)
    }

    var encoder: MovieEncoder {
        MovieEncoder(
            open: { request async throws(StageError) in try await open(request) },
            encode: { segment async throws(StageError) in
                try await work(segment.planned.portion, of: segment.job)
                EncodedFiles.trim(folder, to: limit)
            },
            stored: { segment throws(StageError) in try stored(segment) })
    }

    private func open(_ request: MovieEncoder.Request) async throws(StageError) -> EncodedMovie {
        let software = OpenedJob.software
        let base = "\(folder)/\(request.folderName(for: "\(software.tool) \(software.gstreamer)"))"
        let isStored = access(base, F_OK) == 0
        try createFolder(base)
        do throws(StageError) {
            return try await open(request, in: base)
        } catch {
            guard [.damagedInput, .unreadableInput].contains(error.code), isStored, !Task.isCancelled else {
                throw error
            }
            // The stored files may be damaged.
            try? FileManager.default.removeItem(atPath: base)
            try createFolder(base)
            return try await open(request, in: base)
        }
    }

    private func createFolder(_ path: String) throws(StageError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw StageError.cache(error, at: path)
        }
    }

    private func open(_ request: MovieEncoder.Request, in base: String) async throws(StageError) -> EncodedMovie {
        let plan = try TranscodingPlan(request, try await tracks(of: request, in: base))
        guard !plan.isEmpty else { return EncodedMovie([], passing: request.options.tracks) }
        var renditions: [EncodedMovie.EncodedRendition] = []
        var media: JobMedia?
        for job in 0..<plan.count {
            let job = try await self.plan(job, of: plan, media, at: "\(base)/\(job)")
            media = JobMedia(duration: job.plan.duration, segmentStarts: job.plan.segmentStarts)
            media?.formats = job.plan.formats
            renditions += try await start(job, plan)
        }
        return EncodedMovie(renditions, passing: plan.passedTracks)
    }

    /// Determines the tracks: from the tables of a movie, by the reader of another container, or, for tracks that only
    /// GStreamer reads, in a separate process.
    private func tracks(of request: MovieEncoder.Request, in base: String) async throws(StageError) -> SourceTracks {
        if let tracks = try SourceTracks(movie: request.file, name: request.name) { return tracks }
        // The whole file is read, which a movie that is opened again need not wait for.
        let survey = "\(base)/survey.json"
        if let data = FileManager.default.contents(atPath: survey),
            let tracks = try? JSONDecoder().decode(SourceTracks.self, from: data)
        {
            return tracks
        }
        if let path = request.file.absolutePath,
            let tracks = try await SourceTracks(reading: path, name: request.name)
        {
            try? JSONEncoder().encode(tracks).write(to: URL(filePath: survey), options: .atomic)
            return tracks
        }
        let path = "\(base)/tracks.json"
        if access(path, F_OK) != 0 {
            let part = path + ".part"
            unlink(part)
            let seconds = Self.seconds + request.file.count / Self.speed
            try await process("'\(request.name)' cannot be examined", seconds).run(
                ["inspect", request.file.absolutePath ?? "", "--json"], log: part)
            rename(part, path)
        }
        return try SourceTracks(inspection: FileManager.default.contents(atPath: path) ?? Data(), name: request.name)
    }

    /// Plans a job unless that was done. The first one reads the times of the movie in a separate process.
    private func plan(
        _ number: Int, of plan: TranscodingPlan, _ media: JobMedia?, at path: String
    ) async throws(StageError) -> OpenedJob {
        let (folder, name) = (JobFolder(output: path), plan.request.name)
        if access(folder.planPath, F_OK) == 0 { return try opened(folder, name) }
        let pipeline = try plan.pipeline(number)
        if let media {
            do {
                let description = try JobPipeline.describe(
                    pipeline.plan, path: "pipeline.yaml", text: pipeline.yaml, parameters: [:], environment: [:],
                    plugins: [])
                let planned = try JobPlanner(pipeline.plan).plan(
                    description, media, chunk: plan.request.options.interval, software: OpenedJob.software,
                    workingFolder: "/", output: path)
                try folder.store(planned)
            } catch {
                throw StageError(.unreadableInput, "'\(name)' cannot be transcoded: \(error)")
            }
            return try opened(folder, name)
        }
        let (file, log) = (path + ".yaml", path + ".log")
        defer { for path in [file, log] { unlink(path) } }
        do {
            try pipeline.yaml.write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw StageError.cache(error, at: file)
        }
        var arguments = ["job", "plan", file, path, "--chunk", plan.request.options.interval.optionText]
        if plan.encodesAudio { arguments += ["--audio-chunk", plan.audioChunk.optionText] }
        let seconds = Self.seconds + plan.request.file.count / Self.speed
        try await process("'\(name)' cannot be examined", seconds).run(arguments, log: log)
        return try opened(folder, name)
    }

    /// Encodes the first portion of the renditions of a job.
    private func start(
        _ job: OpenedJob, _ plan: TranscodingPlan
    ) async throws(StageError) -> [EncodedMovie.EncodedRendition] {
        var renditions: [EncodedMovie.EncodedRendition] = []
        for kind in [JobTask.Kind.chunk, .overlapping] {
            let type = kind == .chunk ? MediaType.video : .audio
            let times = EncodedTimes(
                plan: job.plan, kind: kind, offset: plan.request.options.profile.defaultTimeOffset,
                end: plan.tracks.end(of: type, appliesEdits: plan.appliesEdits))
            guard let first = times.tasks.first else { continue }
            guard let report = try await verifiedReport(first.index, of: job.folder.output) else { continue }
            for reported in report.renditions {
                guard let start = reported.segments.first, let file = reported.initialization else {
                    throw StageError(
                        .noUsableTrack, "'\(plan.request.name)': rendition '\(reported.rendition.id)' has no media")
                }
                guard let data = content(file, of: first, in: job.folder) else {
                    throw StageError(.unreadableInput, "'\(plan.request.name)': '\(file.path)' was removed")
                }
                let rung = plan.rungs.first { $0.name == reported.rendition.id }
                renditions.append(
                    EncodedMovie.EncodedRendition(
                        reported.rendition, data, times.segments(after: start),
                        bitRate: rung.map { plan.bitRate(of: $0) } ?? Self.bitRate(of: reported.segments),
                        job: job.folder.output))
            }
        }
        return renditions
    }

    /// The highest bit rate of segments of audio, with an allowance for others.
    private static func bitRate(of segments: [ReportedSegment]) -> Int {
        let rates = segments.compactMap { segment in
            segment.report.tracks.first.map {
                Double(segment.file?.byteCount ?? 0) * 8 / max(0.1, $0.duration.seconds)
            }
        }
        return max(1000, Int((rates.max() ?? 0) * 1.1))
    }

    /// Encodes a portion unless that was done.
    private func work(_ index: Int, of job: String) async throws(StageError) {
        if try report(index, of: job) != nil { return }
        let log = "\(job)/\(index).log"
        defer { unlink(log) }
        func encode() async throws(StageError) {
            try await process("portion \(index) cannot be encoded", Self.seconds).run(
                ["job", "work", job, "--index", "\(index)"], log: log)
        }
        do throws(StageError) {
            try await encode()
        } catch {
            // Space for another attempt.
            guard error.code == .cacheFull, EncodedFiles.removeQuarter(of: folder) else { throw error }
            unlink(log)
            try await encode()
        }
    }

    private func process(_ work: String, _ seconds: Int) -> LimitedProcess {
        LimitedProcess(
            memory: Self.memory, seconds: seconds, processorSeconds: seconds * JobEngines.processors, work: work)
    }

    /// Returns a segment of a portion that is encoded. Throws if it does not fit the plan of its rendition.
    private func stored(_ segment: EncodedSegment) throws(StageError) -> ByteRope? {
        guard let (task, report) = try report(segment.planned.portion, of: segment.job) else { return nil }
        let folder = JobFolder(output: segment.job)
        guard let rendition = report.renditions.first(where: { $0.rendition.id == segment.rendition }),
            let file = rendition.initialization,
            let found = rendition.segments.first(where: { $0.index == segment.index }),
            let start = found.report.tracks.first?.earliestPresentationTime
        else {
            throw StageError(
                .damagedInput, "segment \(segment.index) of '\(segment.rendition)' has no media: the movie is shorter")
        }
        guard let stored = found.file else {
            throw StageError(
                .badTimestamps,
                "segment \(segment.index) of '\(segment.rendition)' has no media: the movie has none from "
                    + "\(start.decimal(places: 3)) s on")
        }
        guard let initialization = content(file, of: task, in: folder),
            let data = content(stored, of: task, in: folder)
        else { return try discard(task, in: folder) }
        guard initialization.bytes == segment.initialization.bytes else {
            throw StageError(
                .unsupportedMedia,
                "segment \(segment.index) of '\(segment.rendition)' requires another initialization segment: the format "
                    + "of the movie changes")
        }
        let difference = start > segment.planned.start ? start - segment.planned.start : segment.planned.start - start
        guard difference < .milliseconds(100) else {
            throw StageError(
                .badTimestamps,
                "segment \(segment.index) of '\(segment.rendition)' starts at \(start.decimal(places: 3)) s instead of "
                    + "\(segment.planned.start.decimal(places: 3)) s: the timestamps of the movie have gaps")
        }
        EncodedFiles.markUsed(folder.result(task))
        return data
    }

    /// Returns the report of a portion, which is encoded if that was not done, or if a file of it is damaged.
    private func verifiedReport(_ index: Int, of job: String) async throws(StageError) -> TaskReport? {
        try await work(index, of: job)
        guard let (task, report) = try report(index, of: job) else { return nil }
        let folder = JobFolder(output: job)
        let files = report.renditions.flatMap {
            [$0.initialization].compactMap(\.self) + $0.segments.compactMap(\.file)
        }
        if files.allSatisfy({ content($0, of: task, in: folder) != nil }) { return report }
        _ = try discard(task, in: folder)
        try await work(index, of: job)
        return try self.report(index, of: job)?.report
    }

    /// Returns the report of a portion; nil before it is encoded, and if its report is damaged, so that it is encoded again.
    private func report(_ index: Int, of job: String) throws(StageError) -> (task: JobTask, report: TaskReport)? {
        let folder = JobFolder(output: job)
        // Only the name of the task is relevant.
        let task = JobTask(index: index, kind: .chunk, stages: [])
        guard let report = try? folder.report(of: task) else {
            if access(folder.report(task), F_OK) == 0 { _ = try discard(task, in: folder) }
            return nil
        }
        return (task, report)
    }

    /// Returns the content of a file of a portion; nil if it is missing or damaged.
    private func content(_ file: ReportedFile, of task: JobTask, in folder: JobFolder) -> ByteRope? {
        verified.content(of: file, at: folder.file(file.path, of: task))
    }

    /// Removes a damaged portion, so that it is encoded again. Returns nil.
    private func discard(_ task: JobTask, in folder: JobFolder) throws(StageError) -> ByteRope? {
        do throws(JobError) {
            try folder.discardResults(of: [task])
        } catch {
            throw StageError(.unreadableInput, error.message)
        }
        return nil
    }

    private func opened(_ folder: JobFolder, _ name: String) throws(StageError) -> OpenedJob {
        do throws(JobError) {
            return OpenedJob(folder: folder, plan: try folder.plan())
        } catch {
            throw StageError(.unreadableInput, "'\(name)' cannot be transcoded: \(error.message)")
        }
    }
}
