import Foundation
import ISOMedia
import Matroska
package import Media
import Packaging
package import StageKit
import Synchronization
package import SystemFiles

/// The tables of a Matroska or WebM file as those of a movie, whose samples are read from the file itself.
///
/// The tables are in a file without a name, together with the samples that are not contiguous in the original, such as
/// subtitles.
package final class MatroskaIndex: Sendable {
    /// The file with the tables.
    let file: MappedFile
    /// The attributes of tracks by their numbers.
    let attributes: [UInt32: TrackAttributes]
    let chapters: ChapterList
    /// The tracks that are not carried.
    let uncarried: [SourceTrack]
    /// The problems of reading the file.
    let problems: [Problem]

    /// The number of bytes to read at once.
    private static let step = 1 << 20
    /// The average number of bytes per sample from which on only the pages with their headers are read: two pages.
    private static let sparseSize = 8192
    /// The maximum size of samples that are copied.
    private static let copiedSize = 64 << 20

    /// The error code of files whose samples cannot be read in place.
    package static let notInPlace: StageError.Code = "not-in-place"

    /// Reads all block headers of a file, whose `path` is for messages. Throws `not-in-place` if frames are compressed,
    /// `limit-reached` for more samples or time than the limits, and the errors of reading.
    package init(
        _ source: MappedFile, path: String, maximumSamples: Int = .max, maximumTime: Duration? = nil,
        clock: any MediaClock
    ) throws(StageError) {
        let collected = ProblemList()
        let context = StageContext(stageName: "movie", reporter: { collected.add($0) }, clock: clock)
        var options = ReadMatroska.Options()
        (options.path, options.maxDamage) = (path, Int(Int32.max))
        options.allowMissing = EssentialTracks.allCases
        // The tables have all tracks; the presentation selects among them.
        options.tracks = options.tracks.withAngles
        var demultiplexer = try ReadMatroska.demultiplexer(source, path)
        guard demultiplexer.tracks.allSatisfy({ $0.track == nil || $0.mediaType == .text || $0.isStoredInPlace }) else {
            throw StageError(Self.notInPlace, "'\(path)' has frames that are compressed or lack their headers")
        }
        guard demultiplexer.tracks.count <= MovieLimits.tracks else {
            throw StageError(.limitReached, "'\(path)' has more than \(MovieLimits.tracks) tracks")
        }
        var messages = try MatroskaMessages(
            demultiplexer, options, origin: try ReadMatroska.origin(of: source, path), context)
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        // The mapping remains.
        defer { try? FileManager.default.removeItem(at: folder) }
        var tables = try IndexedTables(in: folder, of: source, path, messages.tracks)
        let deadline = maximumTime.map { clock.now + $0 }
        // The start is read for the formats.
        var readsAll = true
        while true {
            let position = demultiplexer.position
            if readsAll { source.populate(position..<min(source.count, position + Self.step)) }
            guard let samples = demultiplexer.read(Self.step) else { break }
            readsAll = demultiplexer.position - position < samples.count * Self.sparseSize
            try tables.append(messages.messages(for: samples), maximumSamples: maximumSamples, Self.copiedSize)
            if let deadline, clock.now > deadline {
                throw StageError(.limitReached, "'\(path)' takes longer than \(maximumTime ?? .zero) to open")
            }
        }
        guard !demultiplexer.isCutOff else {
            throw StageError(.truncatedInput, "'\(path)' is truncated: its last frame is within its segment")
        }
        file = try tables.finish(context)
        attributes = Dictionary(
            uniqueKeysWithValues: messages.tracks.map { ($0.number, $0.track.attributes) })
        chapters = messages.tracks.first?.track.chapters ?? ChapterList()
        uncarried = messages.omitted.map { source in
            var source = source
            source.sampleCount = demultiplexer.uncarriedCounts[UInt64(source.number)] ?? 0
            return source
        }
        MatroskaReport(options, demultiplexer, messages).send(to: context, reportsTracks: false)
        problems = collected.problems
    }
}

/// Collects problems.
private final class ProblemList: Sendable {
    private let collected = Mutex<[Problem]>([])
    var problems: [Problem] { collected.withLock { $0 } }
    func add(_ problem: Problem) { collected.withLock { $0.append(problem) } }
}

/// Writes the tables of a file to a temporary file.
private struct IndexedTables: ~Copyable {
    private var assembler: MovieAssembler
    private var sink: FileOperationSink?
    private let target: String
    private let path: String
    private var cues: [Track.ID: RecordedCues] = [:]
    private var (sampleCount, copiedBytes) = (0, 0)

    init(
        in folder: URL, of source: MappedFile, _ path: String, _ tracks: [(number: UInt32, track: Track)]
    ) throws(StageError) {
        self.path = path
        target = folder.appending(path: "tables.mp4").path(percentEncoded: false)
        var settings = MovieSettings(fileType: .mp4)
        settings.referencedSize = source.count
        assembler = MovieAssembler(settings: settings)
        do {
            // Other users cannot read the file.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            sink = try FileOperationSink(path: target, replacing: false)
        } catch {
            throw Self.unwritable(error, path)
        }
        for (number, track) in tracks {
            var settings = MovieTrackSettings()
            settings.trackID = number
            settings.extendedLanguageTag = track.language
            var track = track
            if let conversion = RecordedCues(track) {
                cues[track.id] = conversion
                track = conversion.track
            }
            do throws(PackagingError) { try assembler.add(track, settings) } catch { throw Self.unusable(error, path) }
        }
    }

    mutating func append(
        _ messages: [Message<Sample>], maximumSamples: Int, _ maximumCopied: Int
    ) throws(StageError) {
        do {
            for message in messages {
                switch message {
                case .payload(let sample): try append(sample)
                case .gap(let id, _): if cues[id] == nil { assembler.gap(id) }
                case .track, .end: break
                }
            }
            try sink?.perform(assembler.dequeueOperations())
        } catch let error as PackagingError {
            throw Self.unusable(error, path)
        } catch {
            throw Self.unwritable(error, path)
        }
        guard sampleCount <= maximumSamples else {
            throw StageError(.limitReached, "'\(path)' has more than \(maximumSamples) samples")
        }
        guard copiedBytes <= maximumCopied else {
            throw StageError(MatroskaIndex.notInPlace, "'\(path)' has frames that are not contiguous")
        }
    }

    private mutating func append(_ sample: Sample) throws(PackagingError) {
        sampleCount += 1
        if sample.bytes.storage.file == nil { copiedBytes += sample.bytes.count }
        guard cues[sample.track] != nil else { return try assembler.append(sample) }
        for converted in try cues[sample.track]?.append(sample) ?? [] { try assembler.append(converted) }
    }

    mutating func finish(_ context: StageContext) throws(StageError) -> MappedFile {
        do {
            for id in cues.keys.sorted() {
                for sample in try cues[id]?.finish() ?? [] { try assembler.append(sample) }
            }
            try assembler.finish()
            try sink?.perform(assembler.dequeueOperations())
            for (track, count) in assembler.skippedBeforeSync {
                context.reportWarning(
                    "skipped-before-sync",
                    "the \(track.mediaType.rawValue) track of '\(path)' starts with \(count) samples that require an "
                        + "earlier sync sample; they are dropped")
            }
            return try MappedFile(path: target, access: .random)
        } catch let error as PackagingError {
            throw Self.unusable(error, path)
        } catch {
            throw Self.unwritable(error, path)
        }
    }

    private static func unusable(_ error: PackagingError, _ path: String) -> StageError {
        StageError(.unsupportedMedia, "'\(path)': \(error)")
    }

    private static func unwritable(_ error: any Error, _ path: String) -> StageError {
        StageError(.unwritableOutput, "the tables of '\(path)' cannot be stored: \(error)")
    }
}
