package import Media
import Packaging
import PackagingStages
package import StageKit
package import SystemFiles

/// Plans the presentation of a movie: the stages that package a movie run once over its tables, and the places of the
/// samples of each segment are recorded instead of the segments.
package struct PresentationPlanner {
    let movie: SelectedMovie
    let options: MoviePresentationOptions
    let limits: PresentationLimits
    let clock: any MediaClock
    let deadline: MonotonicTime
    let examination: SampleExamination
    var segmenter: SegmentFragmentedMP4
    var playlists: HLSPlaylist
    /// nil if the presentation has no MPD.
    var manifest: DASHManifest?
    var renditions: [PlannedRendition] = []
    var positions: [Rendition.ID: Int] = [:]
    var files: [String: PresentedFile] = [:]
    var problems: [Problem] = []
    var (segmentCount, storedBytes) = (0, 0)
    /// Collects the reports of the reader.
    let reports = ProblemCollector()
    let context: StageContext

    /// Opens a movie, which `name` names in messages. The files are at `prefix` relative to the entries of the
    /// presentation.
    ///
    /// Samples are examined for at most `examinationTime`; without a limit, all of them are. With `throughSamples`, the
    /// stages process all samples even if the tables are enough. Throws the errors of the stages, and `limit-reached`.
    package static func open(
        _ file: MappedFile, name: String, prefix: String = "", _ options: MoviePresentationOptions,
        _ limits: PresentationLimits, clock: any MediaClock, examinationTime: Duration? = nil,
        throughSamples: Bool = false
    ) throws(StageError) -> MoviePresentation {
        do {
            if let examinationTime, !throughSamples {
                let examination = SampleExamination(clock, for: examinationTime)
                var planner = try PresentationPlanner(file, name: name, options, limits, clock: clock, examination)
                if let presentation = try planner.runThroughTables(prefix) { return presentation }
            }
            var planner = try PresentationPlanner(
                file, name: name, options, limits, clock: clock, SampleExamination(clock, for: nil))
            if !throughSamples, let presentation = try planner.runThroughTables(prefix) { return presentation }
            return try planner.runThroughSamples(prefix)
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
    }

    private init(
        _ file: MappedFile, name: String, _ options: MoviePresentationOptions, _ limits: PresentationLimits,
        clock: any MediaClock, _ examination: SampleExamination
    ) throws {
        let reports = reports
        context = StageContext(stageName: "movie", reporter: { reports.add($0) }, clock: clock)
        (self.options, self.limits, self.clock, self.examination) = (options, limits, clock, examination)
        deadline = clock.now + limits.time
        movie = try SelectedMovie(
            file, options.reading(name), context, maximumSamples: limits.samples,
            examinesSamples: examination.isUnlimited)
        segmenter = try SegmentFragmentedMP4(options: options.segmenting)
        playlists = try HLSPlaylist(options: options.listing)
        manifest = try DASHManifest(options: DASHManifest.Options())
    }

    /// Plans by the tables alone. Returns nil, and is as before, if the segments can depend on more.
    private mutating func runThroughTables(_ prefix: String) throws -> MoviePresentation? {
        let initial = self
        guard try outline() else {
            self = initial
            return nil
        }
        return presentation(prefix, isOutlined: true)
    }

    private mutating func presentation(_ prefix: String, isOutlined: Bool) -> MoviePresentation {
        movie.file.releasePages()
        return MoviePresentation(
            movie, renditions, files, entries: entries(prefix), reports.problems + problems, isOutlined: isOutlined,
            isExamined: examination.isComplete)
    }

    /// Runs the stages on all samples.
    private mutating func runThroughSamples(_ prefix: String) throws -> MoviePresentation {
        let tracks = movie.announcedTracks
        try receive(tracks.map { .track($0) })
        var merge = movie.merge
        while true {
            try validate()
            let batch = try merge.nextBatch(from: movie.path)
            if batch.isEmpty { break }
            try receive(batch)
        }
        merge.report(of: movie.path, context)
        try receive(tracks.map { .end($0.id) })
        var segments = Effects<Segment>(clock: clock)
        try segmenter.finish(&segments)
        try finish(segments)
        try locate()
        return presentation(prefix, isOutlined: false)
    }

    func validate() throws(StageError) {
        guard movie.file.isComplete else {
            throw StageError(.truncatedInput, "'\(movie.path)' was truncated while it was being read")
        }
        if segmentCount > limits.segments { throw exceeded("\(limits.segments) segments; set a longer interval") }
        if storedBytes > limits.storedBytes {
            throw exceeded("\(limits.storedBytes >> 20) MiB of playlists and subtitles")
        }
        if clock.now > deadline { throw exceeded("\(limits.time.components.seconds) s for reading its tables") }
    }

    private func exceeded(_ limit: String) -> StageError {
        StageError(.limitReached, "'\(movie.path)' needs more than \(limit)")
    }

    /// Records the places of all segments. Where the context of a segment may matter, segments are built and compared,
    /// and stored if they differ.
    private mutating func locate() throws {
        for index in renditions.indices { renditions[index].locate(in: movie) }
        guard renditions.contains(where: \.isIrregular) else { return }
        segmenter = try SegmentFragmentedMP4(options: options.segmenting)
        try compare(movie.announcedTracks.map { .track($0) })
        var merge = movie.merge
        while true {
            try validate()
            let batch = try merge.nextBatch(from: movie.path)
            if batch.isEmpty { break }
            try compare(batch)
        }
        try compare(movie.announcedTracks.map { .end($0.id) })
        var effects = Effects<Segment>(clock: clock)
        try segmenter.finish(&effects)
        compare(segments: effects.messages)
    }

    private mutating func compare(_ messages: [Message<Sample>]) throws {
        var effects = Effects<Segment>(clock: clock)
        try segmenter.receive(all: messages, &effects)
        compare(segments: effects.messages)
    }

    private mutating func compare(segments messages: [Message<Segment>]) {
        for case .payload(let segment) in messages where segment.kind == .separable {
            guard segment.composition != nil, let position = positions[segment.rendition.id],
                renditions[position].isIrregular
            else { continue }
            storedBytes += renditions[position].compare(segment.data, from: movie)
        }
    }
}

// The stages, one after the other.
extension PresentationPlanner {
    mutating func receive(_ messages: [Message<Sample>]) throws {
        var effects = Effects<Segment>(clock: clock)
        try segmenter.receive(all: messages, &effects)
        record(effects.requestsAndReports)
        for case .payload(let segment) in effects.messages { try receive(segment) }
    }

    /// Ends the playlists after the last segments.
    mutating func finish(_ segments: Effects<Segment>) throws {
        record(segments.requestsAndReports)
        for case .payload(let segment) in segments.messages { try receive(segment) }
        var resources = Effects<Resource>(clock: clock)
        try playlists.finish(&resources)
        record(resources.requestsAndReports)
        for case .payload(let resource) in resources.messages { try receive(resource, nil) }
        guard manifest != nil else { return }
        var descriptions = Effects<Resource>(clock: clock)
        do {
            try manifest?.finish(&descriptions)
        } catch let error as StageError {
            return problems.append(Problem(.warning, code: "no-mpd", message: "the movie has no MPD: \(error.message)"))
        }
        record(descriptions.requestsAndReports)
        for case .payload(let resource) in descriptions.messages { try store(resource, nil) }
    }

    /// Returns the multivariant playlist and the MPD for URLs from which `prefix` leads to the files.
    private mutating func entries(_ prefix: String) -> [String: PresentedFile] {
        var effects = Effects<Resource>(clock: clock)
        playlists.emitMultivariant(uriPrefix: prefix, &effects)
        if let manifest, files[MoviePresentation.manifestName] != nil {
            effects.emit(manifest.manifest(relativeTo: prefix, at: clock.wallTime))
        }
        var entries: [String: PresentedFile] = [:]
        for case .payload(let resource) in effects.messages {
            guard case .store(let data) = resource.action else { continue }
            var file = PresentedFile(contentType: resource.contentType, isText: true)
            file.append(.stored(data), count: data.count)
            entries[resource.path] = file
        }
        return entries
    }

    /// Names a segment. `place` is that of the first sample; nil to look it up later.
    mutating func receive(_ segment: Segment, at place: SelectedMovie.Place? = nil) throws {
        var effects = Effects<Resource>(clock: clock)
        try playlists.receive(.payload(segment), &effects)
        record(effects.requestsAndReports)
        let content = plan(segment, at: place)
        for case .payload(let resource) in effects.messages {
            try receive(resource, resource.segment == nil ? nil : content)
        }
    }

    private mutating func receive(_ resource: Resource, _ content: PresentedFile.Content?) throws {
        guard manifest != nil else { return try store(resource, content) }
        var effects = Effects<Resource>(clock: clock)
        try manifest?.receive(.payload(resource), &effects)
        record(effects.requestsAndReports)
        for case .payload(let passed) in effects.messages { try store(passed, passed.segment == nil ? nil : content) }
    }

    /// Records how a media segment can be built; nil for segments that are stored.
    private mutating func plan(_ segment: Segment, at place: SelectedMovie.Place?) -> PresentedFile.Content? {
        let id = segment.rendition.id
        switch segment.kind {
        case .initialization:
            guard let template = segmenter.template(of: id) else { return nil }
            let position = positions[id] ?? renditions.count
            if position == renditions.count {
                positions[id] = position
                renditions.append(PlannedRendition())
            }
            renditions[position].add(template)
            return nil
        case .gap:
            if let position = positions[id] { renditions[position].addGap() }
            return nil
        case .separable:
            guard let position = positions[id], let composition = segment.composition else { return nil }
            segmentCount += 1
            let index = renditions[position].add(composition, byteCount: segment.data.count, at: place)
            return .segment(rendition: position, index: index)
        case .part: return nil
        }
    }

    private mutating func store(_ resource: Resource, _ content: PresentedFile.Content?) throws {
        let (data, appends): (ByteRope, Bool)
        switch resource.action {
        case .store(let bytes): (data, appends) = (bytes, false)
        case .append(let bytes): (data, appends) = (bytes, true)
        case .remove: return
        }
        guard resource.role != .record else { return }
        let empty = PresentedFile(contentType: resource.contentType, isText: resource.isText)
        var file = appends ? files[resource.path] ?? empty : empty
        if content == nil { storedBytes += data.count }
        file.append(content ?? .stored(data), count: data.count)
        files[resource.path] = file
    }

    private mutating func record(_ effects: [Effects<Segment>.Effect]) {
        for case .report(let problem) in effects { problems.append(problem) }
    }

    private mutating func record(_ effects: [Effects<Resource>.Effect]) {
        for case .report(let problem) in effects { problems.append(problem) }
    }
}

extension Resource {
    fileprivate var isText: Bool {
        switch role {
        case .mediaPlaylist, .multivariantPlaylist, .presentationDescription, .imageMap: true
        default: contentType == "text/vtt"
        }
    }
}
