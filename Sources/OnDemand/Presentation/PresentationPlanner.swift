package import Media
import Packaging
import PackagingStages
package import ProtectionStages
package import StageKit
package import SystemFiles

/// Plans the presentation of a movie: the stages that package a movie run once over its tables, and the places of the
/// samples of each segment are recorded instead of the segments.
package struct PresentationPlanner: Sendable {
    var media: PresentedMedia
    let options: MoviePresentationOptions
    let limits: PresentationLimits
    /// The encryption of media segments; nil for clear ones.
    let encryption: RequestedEncryption?
    let clock: any MediaClock
    let deadline: MonotonicTime
    let examination: SampleExamination
    var segmenter: SegmentFragmentedMP4
    var playlists: HLSPlaylist
    /// nil if the presentation has no MPD.
    var manifest: DASHManifest?
    var renditions: [PlannedRendition] = []
    /// The encryption of each encoded rendition; nil for clear ones.
    var encodedFormats: [RequestedEncryption.Format?] = []
    var positions: [Rendition.ID: Int] = [:]
    var files: [String: PresentedFile] = [:]
    var problems: [Problem] = []
    var (segmentCount, storedBytes, mediaBytes) = (0, 0, 0)
    /// Collects the reports of the reader.
    let reports = ProblemCollector()
    let context: StageContext
    /// The unused figures of the playlists and the MPD.
    private let figures = StageFigures()

    /// Opens a movie, which `name` names in messages.
    package static func open(
        _ file: MappedFile, name: String, prefix: String = "", _ options: MoviePresentationOptions,
        _ limits: PresentationLimits, clock: any MediaClock, examinationTime: Duration? = nil,
        throughSamples: Bool = false
    ) throws(StageError) -> MoviePresentation {
        let input = PresentationInput(name: name, movies: [PresentationInput.Movie(file, name: name)])
        return try open(
            input, prefix: prefix, options, limits, clock: clock, examinationTime: examinationTime,
            throughSamples: throughSamples)
    }

    /// Opens a presentation of one or more files. Its files are at `prefix` relative to its entries.
    ///
    /// With an `examinationTime`, the presentation follows the tables of the movie if they are enough, whatever the
    /// examination finds in that time: the files are the same for every opening. Without one, it follows the samples. With
    /// `throughSamples`, the stages process all samples even if the tables are enough. Throws the errors of the stages,
    /// `limit-reached`, and `bad-timestamps` for movies that do not fit together.
    package static func open(
        _ input: PresentationInput, prefix: String = "", _ options: MoviePresentationOptions,
        encryption: RequestedEncryption? = nil, _ limits: PresentationLimits, clock: any MediaClock,
        examinationTime: Duration? = nil, throughSamples: Bool = false
    ) throws(StageError) -> MoviePresentation {
        do {
            var input = input
            _ = try input.addIndices(limits, clock: clock)
            try Self.validateEncoding(input, options)
            // Segments of several files, of parts and of encrypted movies require samples.
            let isOutlined = input.isMovie && options.selection.range == nil && encryption == nil && !throughSamples
            func makePlanner(_ time: Duration?) throws -> PresentationPlanner {
                try PresentationPlanner(
                    input, options, encryption, limits, clock: clock, SampleExamination(clock, for: time))
            }
            if let examinationTime, isOutlined {
                var planner = try makePlanner(examinationTime)
                if let presentation = try planner.runThroughTables(prefix) { return presentation }
            }
            var planner = try makePlanner(nil)
            if isOutlined, let presentation = try planner.runThroughTables(prefix) { return presentation }
            return try planner.runThroughSamples(prefix)
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.damagedInput, "'\(input.name)': \(error)")
        }
    }

    /// `recording` opens the media of a recording in progress.
    init(
        _ input: PresentationInput, _ options: MoviePresentationOptions, _ encryption: RequestedEncryption?,
        _ limits: PresentationLimits, clock: any MediaClock, _ examination: SampleExamination,
        recording: ((StageContext) throws -> PresentedMedia)? = nil
    ) throws {
        guard (encryption == nil) == (options.encryption == nil) else {
            throw StageError(.invalidOptions, "the keys of an encrypted presentation are not loaded")
        }
        self.encryption = encryption
        let reports = reports
        context = StageContext(stageName: "movie", reporter: { reports.add($0) }, clock: clock)
        (self.options, self.limits, self.clock, self.examination) = (options, limits, clock, examination)
        deadline = clock.now + limits.time
        media =
            try recording?(context)
            ?? PresentedMedia(
                input, options, context, maximumSamples: limits.samples, examinesSamples: examination.isUnlimited)
        segmenter = try SegmentFragmentedMP4(options: options.segmenting)
        segmenter.setBoundaries(media.boundaries)
        var (listing, description) = (options.listing, DASHManifest.Options())
        listing.sessionData += input.sessionData
        if input.companions.date(at: .zero) != nil { listing.programDateTime = true }
        if recording != nil {
            (listing.type, description.type) = (.event, .event)
            listing.targetDuration = options.recordingTarget
        }
        playlists = try HLSPlaylist(options: listing)
        // DASH players cannot decrypt whole segments.
        manifest = options.encryption?.method == .aes128 ? nil : try DASHManifest(options: description)
        let origin = (media.clip?.start ?? .zero) - options.profile.defaultTimeOffset
        if let date = input.companions.date(at: origin) { playlists.setDate(ofZero: date) }
        playlists.publishesSegments = recording == nil
        manifest?.publishesSegments = recording == nil
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

    mutating func presentation(
        _ prefix: String, isOutlined: Bool, revision: String? = nil, ended: Bool = true
    ) -> MoviePresentation {
        for file in media.files { file.releasePages() }
        if media.isSequence { removeManifestOfSeveralFormats() }
        return MoviePresentation(
            media, renditions, files, entries: entries(prefix, ended: ended), reports.problems + problems,
            options: options, encodedFormats: encodedFormats, isOutlined: isOutlined,
            examination: examination, revision: revision)
    }

    /// Runs the stages on all samples.
    private mutating func runThroughSamples(_ prefix: String) throws -> MoviePresentation {
        try receive(media.opening)
        var merge = media.merge
        while true {
            try validate()
            let batch = try merge.nextBatch()
            if batch.isEmpty { break }
            try receive(batch)
        }
        merge.report(context)
        try receive(media.ending)
        var segments = Effects<Segment>(clock: clock)
        try segmenter.finish(&segments)
        try finish(segments)
        try locate()
        return presentation(prefix, isOutlined: false)
    }

    func validate() throws(StageError) {
        guard media.isComplete else {
            throw StageError(.truncatedInput, "'\(media.name)' was truncated while it was being read")
        }
        try validateLimits()
        if clock.now > deadline { throw exceeded("\(limits.time.components.seconds) s for reading its tables") }
    }

    func exceeded(_ limit: String) -> StageError {
        StageError(.limitReached, "'\(media.name)' needs more than \(limit)")
    }

    /// Records the places of all segments. Where the context of a segment may matter, segments are built and compared,
    /// and stored if they differ.
    private mutating func locate() throws {
        for index in renditions.indices { renditions[index].locate(in: media) }
        if media.isSequence { for index in renditions.indices { renditions[index].addGap() } }
        guard renditions.contains(where: \.isIrregular) else { return }
        segmenter = try SegmentFragmentedMP4(options: options.segmenting)
        segmenter.setBoundaries(media.boundaries)
        try compare(media.opening)
        var merge = media.merge
        while true {
            try validate()
            let batch = try merge.nextBatch()
            if batch.isEmpty { break }
            try compare(batch)
        }
        try compare(media.ending)
        var effects = Effects<Segment>(clock: clock)
        try segmenter.finish(&effects)
        compare(segments: effects.messages)
    }

    private mutating func compare(_ messages: [Message<Sample>]) throws {
        var effects = Effects<Segment>(clock: clock)
        try segmenter.receive(all: messages, &effects)
        compare(segments: effects.messages)
    }

    mutating func compare(segments messages: [Message<Segment>]) {
        for case .payload(let segment) in messages where segment.kind == .separable {
            guard segment.composition != nil, let position = positions[segment.rendition.id],
                renditions[position].isIrregular
            else { continue }
            storedBytes += renditions[position].compare(segment.data, from: media)
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
        try validateLimits()
        try receiveEncoded()
        try receiveCompanions()
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

    /// Returns the multivariant playlist and the MPD for URLs relative to which the files are at `prefix`.
    private mutating func entries(_ prefix: String, ended: Bool) -> [String: PresentedFile] {
        var effects = Effects<Resource>(clock: clock)
        playlists.emitMultivariant(uriPrefix: prefix, &effects)
        if let manifest, !ended || files[MoviePresentation.manifestName] != nil {
            effects.emit(manifest.manifest(relativeTo: prefix, ended: ended, at: clock.wallTime))
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

    /// Removes the MPD of a sequence whose formats differ: it has one period, and its later segments would not play.
    private mutating func removeManifestOfSeveralFormats() {
        guard manifest != nil, renditions.contains(where: { $0.templates.count > 1 }) else { return }
        manifest = nil
        files[MoviePresentation.manifestName] = nil
        problems.removeAll { $0.code == "format-change" }
        problems.append(
            Problem(
                .warning, code: "no-mpd",
                message: "'\(media.name)' has no MPD: the formats of its items differ; encode them alike for DASH"))
    }

    /// Names a segment. `place` is the place of its first sample; nil to look it up later.
    mutating func receive(_ segment: Segment, at place: PresentedMedia.Place? = nil) throws {
        let (listed, content) = try plan(segment, at: place)
        try list(listed, content)
    }

    /// Adds a segment to the playlists.
    mutating func list(_ listed: Segment, _ content: PresentedFile.Content?) throws {
        var effects = Effects<Resource>(clock: clock, figures: figures)
        try playlists.receive(.payload(listed), &effects)
        if effects.hasRequestsOrReports { record(effects.requestsAndReports) }
        for case .payload(let resource) in effects.messages {
            try receive(resource, resource.segment == nil ? nil : content)
        }
    }

    private mutating func receive(_ resource: Resource, _ content: PresentedFile.Content?) throws {
        try store(resource, content)
        guard manifest != nil else { return }
        var effects = Effects<Resource>(clock: clock, figures: figures)
        try manifest?.list(resource, &effects)
        if effects.hasRequestsOrReports { record(effects.requestsAndReports) }
        for case .payload(let other) in effects.messages { try store(other, nil) }
    }

    /// Records how a media segment can be built, nil for segments that are stored. Returns the segment as playlists list
    /// it: the bytes of encrypted media segments are zeros, so that none of their clear bytes can be stored.
    private mutating func plan(
        _ segment: Segment, at place: PresentedMedia.Place?
    ) throws(StageError) -> (Segment, PresentedFile.Content?) {
        let id = segment.rendition.id
        switch segment.kind {
        case .initialization:
            guard let template = segmenter.template(of: id) else { return (segment, nil) }
            let position = positions[id] ?? renditions.count
            if position == renditions.count {
                positions[id] = position
                renditions.append(PlannedRendition())
            }
            guard let encryption, RequestedEncryption.applies(to: segment.rendition) else {
                renditions[position].add(template, segment.data, nil)
                return (segment, nil)
            }
            let (listed, format) = try encryption.format(of: segment)
            renditions[position].add(template, segment.data, format)
            return (listed, nil)
        case .gap:
            if let position = positions[id] { renditions[position].addGap() }
            return (segment, nil)
        case .separable:
            guard let position = positions[id], let composition = segment.composition else {
                guard encryption == nil || !RequestedEncryption.applies(to: segment.rendition) else {
                    throw StageError(.unsupportedMedia, "segments of rendition '\(id)' cannot be encrypted on request")
                }
                return (segment, nil)
            }
            segmentCount += 1
            mediaBytes += Self.mediaBytes(of: segment.data.count, segment.report)
            let listed = try renditions[position].format?.describe(segment) ?? segment
            let index = renditions[position].add(segment, composition, sentCount: listed.data.count, at: place)
            return (listed, .segment(rendition: position, index: index))
        case .part: return (segment, nil)
        }
    }

    mutating func store(_ resource: Resource, _ content: PresentedFile.Content?) throws {
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

    mutating func record(_ effects: [Effects<Segment>.Effect]) {
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
