import ISOMedia
import Media
import ProtectionStages
import StageKit
import Synchronization
import SystemFiles

/// A recording in progress as a presentation: a fragmented movie file that is presented while it is written.
///
/// The version depends on the start of the file, so that all URLs stay the same while the file grows.
final class Recording: GrowingPresentation {
    /// The time without a change after which a recording has ended.
    static let timeout = Duration.seconds(30)

    let version: MovieVersion
    /// The presentation when the recording was opened.
    let presentation: MoviePresentation
    private let name: String
    /// The path below the folder, and the state of the file when it was opened.
    private let opened: MovieFolder.FileState
    private let identity: String
    private let state: Mutex<RecordingState>

    /// Whether a file with this state can be in progress.
    static func canGrow(_ file: MovieFolder.FileState, at now: WallTime) -> Bool {
        abs(now.nanoseconds &- file.changed.nanoseconds) < timeout.nanoseconds
    }

    /// Opens a movie as a recording. Returns nil if no fragments can follow. An interrupted one is opened even
    /// then, and ends with its last complete fragment.
    ///
    /// `earlierEnds` are the sizes at which the same recording has ended before: segments that were the last ones have
    /// other bytes now.
    init?(
        _ input: PresentationInput, _ file: MovieFolder.FileState, _ request: PresentationRequest,
        _ options: MoviePresentationOptions, _ limits: PresentationLimits, clock: any MediaClock,
        earlierEnd: Int? = nil, interruption: StageError? = nil
    ) throws(StageError) {
        let movie = input.items[0].movies[0]
        do {
            guard let growing = try GrowingMovie(reading: movie.file.content),
                interruption != nil || growing.end == nil
            else { return nil }
            guard options.selection.range == nil else {
                throw StageError(
                    "recording-in-progress",
                    "'\(movie.name)' is being recorded; 'start' and 'end' select a part when the recording has ended")
            }
            guard growing.fragmentCount > 0 else { throw Self.empty(movie.name) }
            let encryption = try options.encryption.map { options throws(StageError) in
                try RequestedEncryption(options)
            }
            let identity = Self.identity(growing, movie.file)
            let end = earlierEnd.map { " after \($0)" } ?? ""
            let interrupted = interruption.map { _ in " \(file.size) \(file.changed.nanoseconds)" } ?? ""
            let version = MovieVersion(
                identity: "recording \(identity)\(end)\(interrupted)", options, keys: encryption?.keyIdentifiers ?? [])
            let state = try RecordingState(
                input, growing, prefix: version.segment(request.selection) + "/", options, encryption: encryption,
                limits, changed: file.changed, clock: clock)
            if let interruption {
                presentation = try state.endedPresentation(
                    problem: Problem(
                        .warning, code: "interrupted-recording",
                        message: "\(interruption.message); the complete fragments are presented"))
            } else {
                guard state.hasSegments else { throw Self.empty(movie.name) }
                presentation = try state.presentation()
            }
            (self.identity, self.version, opened, name) = (identity, version, file, movie.name)
            self.state = Mutex(state)
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.damagedInput, "'\(movie.name)': \(error)")
        }
    }

    private static func empty(_ name: String) -> StageError {
        StageError("no-segment-yet", "'\(name)' has no complete segment yet; try again")
    }

    /// A name for the start of a recording.
    private static func identity(_ growing: GrowingMovie, _ file: MappedFile) -> String {
        growing.identifyingRanges.map { range in
            let part = file.content.slice(range.lowerBound..<min(range.upperBound, range.lowerBound + maximumHead))
            return part.withUnsafeBytes { StableDigest($0).text }
        }.joined(separator: " ")
    }

    /// The maximum number of bytes of each box that identify a recording.
    private static let maximumHead = 1 << 20

    var isIntact: Bool { state.withLock { $0.file.isComplete } }

    /// The size of the part of the file that was read.
    var size: Int { state.withLock { $0.growing.offset } }

    func update(in folder: MovieFolder, at now: WallTime) throws(StageError) -> GrowthUpdate {
        do {
            return try state.withLock { state in
                guard let file = MovieFolder.state(ofDescriptor: state.file.descriptor), state.file.isComplete,
                    Self.identity(state.growing, state.file) == identity
                else { return .replaced }
                let hasGrown = try state.file.grown().map { try state.extend(to: $0) } ?? false
                let isReplaced = folder.state(of: name)?.inode != opened.inode
                let idle = now.nanoseconds &- file.changed.nanoseconds
                let reason =
                    isReplaced
                    ? "its file was removed or replaced"
                    : state.endReason
                        ?? (idle < Self.timeout.nanoseconds
                            ? nil : "it has not changed for \(Self.timeout.components.seconds) s")
                if let reason { return .ended(try state.endedPresentation(), reason: reason) }
                return hasGrown ? .grown(try state.presentation()) : .unchanged
            }
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
    }
}
