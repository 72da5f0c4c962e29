package import Media
import PackagingStages
import StageKit
package import SystemFiles

/// Whether and how a movie can be streamed without encoding, and the commands that mend it.
///
/// The planner that serves movies opens it, so that the report and the server agree.
package struct StreamabilityReport: Sendable, Encodable {
    package enum Verdict: String, Sendable, Encodable, CaseIterable {
        case streamable
        /// It can be streamed, with disadvantages.
        case limited
        case notStreamable = "not-streamable"
    }

    /// The segments. Times are in seconds.
    package struct Segments: Sendable, Encodable {
        package let count: Int
        /// The requested duration.
        package let interval: Double
        package let longest: Double
    }

    /// The places of media in the file.
    package struct Layout: Sendable, Encodable {
        package let isFragmented: Bool
        package let indexInFront: Bool
        /// The largest distance between samples of the same time, in bytes.
        package let farthestSeek: Int?
    }

    private static let containerCode = "container"

    /// Whether the movie is not examined before its conversion.
    var awaitsConversion: Bool { tracks.isEmpty && findings.contains { $0.code == Self.containerCode } }

    package let name: String
    package private(set) var verdict = Verdict.streamable
    /// In seconds.
    package private(set) var duration: Double?
    /// The average bit rate of the largest video and audio, in bits per second.
    package private(set) var bitRate: Int?
    package private(set) var segments: Segments?
    package private(set) var layout: Layout?
    package private(set) var tracks: [StreamedTrack] = []
    /// The most severe ones first.
    package private(set) var findings: [StreamabilityFinding] = []

    /// A report without media: what prevents them from being read.
    init(_ name: String, _ finding: StreamabilityFinding) {
        self.name = name
        add(finding)
    }

    /// Examines the file at a path. Throws if it cannot be read.
    package init(
        path: String, _ options: MoviePresentationOptions, _ limits: PresentationLimits, clock: any MediaClock
    ) throws(MappedFile.Failure) {
        let file = try MappedFile(path: path, access: .random)
        let input = PresentationInput(name: path, movies: [PresentationInput.Movie(file, name: path)])
        self.init(input, options, limits, clock: clock)
    }

    /// The abilities of the server that serves a movie.
    package struct Server: Sendable {
        /// Whether it converts other containers, and whether it encodes media that browsers cannot play.
        package var converts = false
        package var encodes = false

        package init() {}
    }

    /// Examines a presentation. Samples are examined for at most `examinationTime`; without a limit, all of them are. What
    /// the `server` does by itself is a note.
    package init(
        _ input: PresentationInput, _ options: MoviePresentationOptions, _ limits: PresentationLimits,
        clock: any MediaClock, examinationTime: Duration? = nil, server: Server = Server()
    ) {
        name = input.name
        let commands = MendingCommands(name)
        var input = input
        let found: PresentationInput.Movie?
        do throws(StageError) {
            found = try input.addIndices(limits, clock: clock)
        } catch {
            add(
                StreamabilityFinding(
                    .error, error.code.rawValue, error.message,
                    commands.command(for: error.code.rawValue, error.message)))
            return
        }
        if let movie = found {
            addContainer(of: movie, commands, server)
            return
        }
        do throws(StageError) {
            var clear = options
            clear.encryption = nil
            var presentation = try PresentationPlanner.open(
                input, clear, limits, clock: clock, examinationTime: examinationTime)
            if presentation.isContradicted {
                presentation = try PresentationPlanner.open(input, clear, limits, clock: clock)
            }
            (duration, bitRate) = (presentation.duration.seconds, presentation.bitRate)
            segments = Segments(
                count: presentation.segmentCount, interval: options.interval.seconds,
                longest: presentation.longestSegment.seconds)
            for problem in presentation.problems where problem.severity != .note {
                add(
                    StreamabilityFinding(
                        problem.severity, problem.code, problem.message,
                        commands.command(for: problem.code, problem.message)))
            }
            // The stages report sparse sync samples themselves where the tables show them.
            if presentation.longestSegment > options.interval + options.interval,
                !findings.contains(where: { $0.code == "sparse-sync-samples" })
            {
                addLongSegments(presentation.longestSegment, options.interval, commands)
            }
        } catch {
            add(
                StreamabilityFinding(
                    .error, error.code.rawValue, error.message,
                    commands.command(for: error.code.rawValue, error.message)))
        }
        survey(input, options, limits, clock, examinesSamples: examinationTime == nil, server)
        findings.sort { $0.severity.rank > $1.severity.rank }
    }

    /// Adds the finding about a movie that has to be converted.
    private mutating func addContainer(
        of movie: PresentationInput.Movie, _ commands: MendingCommands, _ server: Server
    ) {
        let container = "'\(movie.name)' is not in MP4, or is Matroska with compressed frames"
        guard !server.converts else {
            let message = "\(container); this server converts it when it is first requested"
            return add(StreamabilityFinding(.note, Self.containerCode, message))
        }
        let folder = movie.name.lastIndex(of: "/").map { String(movie.name[..<$0]) } ?? "."
        add(
            StreamabilityFinding(
                .error, Self.containerCode,
                "\(container), which is not segmented on request; serve it with a folder for converted movies, or segment "
                    + "it", commands.cache(folder.isEmpty ? "/" : folder)))
    }

    private mutating func add(_ finding: StreamabilityFinding) {
        guard !findings.contains(finding) else { return }
        findings.append(finding)
        switch finding.severity {
        case .error: verdict = .notStreamable
        case .warning: if verdict == .streamable { verdict = .limited }
        case .note: break
        }
    }

    private mutating func addLongSegments(_ longest: MediaTime, _ interval: MediaTime, _ commands: MendingCommands) {
        add(
            StreamabilityFinding(
                .warning, "long-segments",
                "segments last up to \(longest.decimal(places: 1)) s instead of \(interval.decimal(places: 1)) s, because "
                    + "sync samples are that far apart; players start and seek slowly, and cannot adapt",
                commands.encode("video")))
    }

    private mutating func survey(
        _ input: PresentationInput, _ options: MoviePresentationOptions, _ limits: PresentationLimits,
        _ clock: any MediaClock, examinesSamples: Bool, _ server: Server
    ) {
        let isPlanned = duration != nil
        let context = StageContext(stageName: "movie", reporter: { _ in }, clock: clock)
        let movies = input.items.flatMap(\.movies)
        for movie in movies {
            // The planner reports what cannot be read.
            guard
                let selected = try? SelectedMovie(
                    movie.file, index: movie.index, options.reading(movie.name, movie.tracks), context,
                    maximumSamples: limits.samples,
                    examinesSamples: examinesSamples)
            else { continue }
            let survey = MovieSurvey(selected)
            if movies.count == 1 {
                layout = Layout(
                    isFragmented: survey.isFragmented, indexInFront: survey.hasIndexInFront,
                    farthestSeek: survey.farthestSeek)
                addLayout(survey)
            }
            let commands = MendingCommands(movie.name)
            for track in survey.tracks {
                var streamed = StreamedTrack(track)
                if movies.count > 1 { streamed.file = movie.name }
                tracks.append(streamed)
                for finding in track.findings(streamed, commands) {
                    add(server.encodes && finding.code == "codec-support" ? finding.encodedByServer : finding)
                }
            }
            if isPlanned { continue }
            let length = survey.tracks.map(\.duration.seconds).max() ?? 0
            duration =
                movies.count == 1 || input.items.count == 1 ? max(duration ?? 0, length) : (duration ?? 0) + length
        }
    }

    /// The distance above which a player that downloads the file has to seek.
    private static let farDistance = 16 << 20

    private mutating func addLayout(_ survey: MovieSurvey) {
        if !survey.hasIndexInFront {
            add(
                StreamabilityFinding(
                    .note, "index-at-end",
                    "the tables follow the media: the file itself plays only after it is downloaded; served segments "
                        + "are not affected"))
        }
        if let distance = survey.farthestSeek, distance > Self.farDistance {
            add(
                StreamabilityFinding(
                    .note, "interleaving",
                    "samples of the same time are up to \(distance >> 20) MiB apart in the file: each segment is read from "
                        + "several places"))
        }
    }
}

extension Problem.Severity {
    fileprivate var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
