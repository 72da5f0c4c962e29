import Glibc
import SystemFiles
import Packaging
import ISOMedia
import Media
import Synchronization

/// The output of a writer with a file: a movie assembler configured from the writer's properties.
struct MovieOutput: Sendable {
    private var assembler: MovieAssembler

    init(_ configuration: WriterConfiguration, type: MovieFileType) {
        var settings = MovieSettings(fileType: type)
        if configuration.movieTimeScale > 0 { settings.movieTimescale = configuration.movieTimeScale }
        settings.movieFragmentInterval = configuration.movieFragmentInterval ?? .indefinite
        settings.initialMovieFragmentSequenceNumber = UInt32(clamping: configuration.initialMovieFragmentSequenceNumber)
        settings.shouldOptimizeForNetworkUse = configuration.shouldOptimizeForNetworkUse
        settings.overallDurationHint = configuration.overallDurationHint
        settings.metadata = configuration.metadata
        assembler = MovieAssembler(settings: settings)
    }

    mutating func startSession(at time: MediaTime) throws(AssetWriterError) { try assembler.startSession(at: time) }
    mutating func endSession(at time: MediaTime) throws(AssetWriterError) { try assembler.endSession(at: time) }

    mutating func add(_ track: Track, _ settings: MovieTrackSettings) throws(AssetWriterError) {
        try assembler.add(track, settings)
    }

    /// Adds a reference from one track to another. Both must have been added.
    mutating func associate(_ track: Track.ID, _ association: OutputAssociation) throws(AssetWriterError) {
        try assembler.associate(track, with: association.target, as: association.type)
    }

    mutating func append(_ sample: Sample) throws(AssetWriterError) { try assembler.append(sample) }
    mutating func end(_ track: Track.ID) throws(AssetWriterError) { try assembler.end(track) }
    mutating func finish() throws(AssetWriterError) { try assembler.finish() }

    /// The pending file operations; nil when there are none.
    mutating func removeOperations() -> [FileOperation]? {
        assembler.hasOperations ? assembler.dequeueOperations() : nil
    }
}

/// The file of a writer, open until writing ends.
final class MovieFileOutput: Sendable {
    private let sink: Mutex<FileOperationSink?>

    /// Creates the file; fails if it exists.
    init(at url: FileURL) throws(AssetWriterError) {
        do throws(UnwritableFile) {
            sink = Mutex(try FileOperationSink(path: url.path, replacing: false))
        } catch {
            throw AssetWriterError(error)
        }
    }

    func perform(_ operations: [FileOperation]) throws(AssetWriterError) {
        try withSink { sink throws(UnwritableFile) in try sink?.perform(operations) }
    }

    /// Closes the file.
    func finish() throws(AssetWriterError) {
        try withSink { sink throws(UnwritableFile) in
            if let open = sink.take() { try open.finish() }
        }
    }

    /// Closes and removes the file.
    func remove() {
        sink.withLock { sink in
            if let open = sink.take() { open.cancel() }
        }
    }

    private func withSink(
        _ body: (inout sending FileOperationSink?) throws(UnwritableFile) -> Void
    ) throws(AssetWriterError) {
        do throws(UnwritableFile) {
            try sink.withLock { sink throws(UnwritableFile) in try body(&sink) }
        } catch {
            throw AssetWriterError(error)
        }
    }
}

extension AssetWriterError {
    fileprivate init(_ error: UnwritableFile) {
        let code: Code =
            switch error.reason.code {
            case EEXIST: .fileExists
            case ENOSPC, EDQUOT: .diskFull
            default: .unwritableOutput
            }
        self.init(code, error.description)
    }
}

extension FileOperation {
    /// The number of bytes that the operation writes.
    var byteCount: Int {
        switch self {
        case .append(let rope): rope.count
        case .overwrite(let bytes, _): bytes.count
        case .synchronize: 0
        case .rewrite(let header, _): header.count
        }
    }
}
