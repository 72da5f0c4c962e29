import ISOMedia
import Media
import Packaging
import PackagingStages
import ProtectionStages
import StageKit
import SystemFiles

/// The state of a recording in progress: its segments so far, and the place where reading continues.
struct RecordingState {
    private let name: String
    private let prefix: String
    private(set) var file: MappedFile
    private(set) var growing: GrowingMovie
    private var planner: PresentationPlanner
    private var movie: SelectedMovie
    private var merge: MovieMerge
    private var sampleCount = 0
    /// The damage of a fragment, behind which nothing is read.
    private(set) var damage: StageError?

    /// Announces the tracks, and reads the complete fragments. `changed` is the time of the last change of the file, from
    /// which the dates of all segments derive.
    init(
        _ input: PresentationInput, _ growing: GrowingMovie, prefix: String, _ options: MoviePresentationOptions,
        encryption: RequestedEncryption?, _ limits: PresentationLimits, changed: WallTime, clock: any MediaClock
    ) throws {
        let opened = input.items[0].movies[0]
        (name, self.prefix, file, self.growing) = (opened.name, prefix, opened.file, growing)
        planner = try PresentationPlanner(
            input, options, encryption, limits, clock: clock, SampleExamination(clock, for: nil)
        ) { context in
            var movie = try SelectedMovie(
                growing, of: opened.file, options.reading(opened.name, opened.tracks), context)
            movie.label(opened.labels)
            if let tracks = options.selection.tracks {
                movie.filter { tracks.selects($0.mediaType, language: $0.language, number: Int($0.id.rawValue)) }
            }
            guard !movie.announcedTracks.isEmpty else {
                throw StageError(.noUsableTrack, "'\(opened.name)' has no track that the request selects")
            }
            return PresentedMedia(recording: movie, input)
        }
        movie = planner.media.items[0].movies[0]
        merge = movie.merge
        // The newest samples were captured when they were written.
        let date = changed - (growing.endTime + options.profile.defaultTimeOffset).duration
        planner.playlists.setDate(ofZero: date)
        planner.manifest?.setDate(ofZero: date)
        try planner.receive(movie.announcedTracks.map { .track($0) })
        try readFragments()
    }

    /// Whether there are complete segments to present.
    var hasSegments: Bool { planner.playlists.isPresentable }
    /// The reason for which no fragments can follow; nil if they can.
    var endReason: String? {
        if let damage { return damage.message }
        switch growing.end {
        case .completed: return "it was completed"
        case .damaged(let offset): return "it is damaged at offset \(offset)"
        case nil: return nil
        }
    }

    /// Reads the fragments that were appended. Returns false if there are none.
    mutating func extend(to grown: MappedFile) throws -> Bool {
        let former = growing
        growing.extend(to: grown.content)
        file = grown
        guard growing.fragmentCount > former.fragmentCount else { return false }
        movie.extend(to: growing, of: grown)
        planner.media.extend(to: movie)
        merge.extend(to: movie)
        try readFragments()
        return true
    }

    private mutating func readFragments() throws {
        while damage == nil {
            let batch: [Message<Sample>]
            do throws(StageError) {
                batch = try merge.nextBatch(from: name)
            } catch {
                damage = error
                break
            }
            if batch.isEmpty { break }
            sampleCount += batch.count
            guard sampleCount <= planner.limits.samples else {
                throw StageError(.limitReached, "'\(name)' has more than \(planner.limits.samples) samples")
            }
            try planner.validateLimits()
            try planner.receiveRecorded(batch)
        }
    }

    /// The presentation of the complete segments.
    func presentation() throws -> MoviePresentation {
        var copy = planner
        return try copy.publish(prefix, revision: "\(growing.offset)")
    }

    /// The presentation with the last segment. `problem` is reported; nil for a complete recording.
    func endedPresentation(problem: Problem? = nil) throws -> MoviePresentation {
        var copy = planner
        if let problem { copy.problems.append(problem) }
        return try copy.end(prefix, revision: "\(growing.offset)-end")
    }
}
