import AssetWriting
public import Foundation
public import Observation
import Synchronization

/// A writer of a movie file, or of segments for a delegate.
///
/// Set the properties, add inputs, call ``startWriting()`` and ``startSession(atSourceTime:)``, append to the inputs and
/// call `finishWriting()`. All methods may be called from any thread. Where AVFoundation raises an exception, the call
/// changes nothing and sets ``error``; a wrong property, setting or input makes ``startWriting()`` fail.
///
/// ``status`` and ``error`` are observable, in place of key-value observing.
open class AVAssetWriter: NSObject, Observable, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    /// The state of a writer.
    public enum Status: Int, Sendable {
        /// Writing has not been started.
        case unknown = 0
        /// Samples may be appended.
        case writing = 1
        /// All output has been written.
        case completed = 2
        /// Writing failed; see `error`.
        case failed = 3
        /// Writing was cancelled.
        case cancelled = 4
    }

    struct State: Sendable {
        var inputs: [AVAssetWriterInput] = []
        var inputGroups: [AVAssetWriterInputGroup] = []
        var metadata: [AVMetadataItem] = []
        var delegate: DelegateReference?
        var hasStarted = false
    }

    let writer: AssetWriter
    let state = Mutex(State())
    /// The URL of the movie file, or of the null device for a writer without a file.
    public let outputURL: URL
    /// The file type of the output.
    public let outputFileType: AVFileType

    /// Creates a writer for a movie file, which ``startWriting()`` creates; it does not replace an existing file.
    ///
    /// Throws `AVError.incorrectlyConfigured` for a URL that is not a file's.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else {
            throw AVError(.incorrectlyConfigured, "cannot write to '\(outputURL)'; the URL of a file is required")
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        writer = AssetWriter(url: FileURL(fileURLWithPath: outputURL.path), fileType: outputFileType.fileType)
    }

    /// Creates a writer for a movie file, as `init(outputURL:fileType:)` does.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    /// Creates a writer that delivers segments to its ``delegate``.
    ///
    /// - Parameter outputContentType: `UTType(AVFileType.mp4.rawValue)!`; with any other type ``startWriting()`` fails.
    public init(contentType outputContentType: UTType) {
        outputURL = URL(fileURLWithPath: "/dev/null")
        outputFileType = AVFileType(rawValue: outputContentType.identifier)
        writer = AssetWriter(contentType: ContentType(outputContentType.identifier))
    }

    /// The state of the writer.
    public var status: Status { Status(rawValue: writer.status.rawValue) ?? .unknown }

    /// The error that failed writing, an ``AVError``; before a failure, the reason why the latest call was rejected.
    public var error: (any Error)? {
        let isStarting = !state.withLock { $0.hasStarted }
        return writer.error.map { AVError($0, isStarting: isStarting) }
    }

    /// Starts writing. Returns true when the status has become ``Status/writing``.
    ///
    /// Validates properties, inputs and settings together, opens the file and selects encoders. An error fails the
    /// writer.
    @discardableResult public func startWriting() -> Bool {
        let isStarted = writer.startWriting()
        if isStarted { state.withLock { $0.hasStarted = true } }
        return isStarted
    }

    /// Starts the session at `startTime` of the source.
    ///
    /// In a movie, that time becomes time zero. Segments keep the times of the samples.
    public func startSession(atSourceTime startTime: CMTime) {
        writer.startSession(atSourceTime: startTime.mediaTime ?? .indefinite)
    }

    /// Ends the session: media presented at or after `endTime` of the source is not shown.
    public func endSession(atSourceTime endTime: CMTime) {
        writer.endSession(atSourceTime: endTime.mediaTime ?? .indefinite)
    }

    /// Ends the current segment. Call it just before appending a sync sample.
    ///
    /// Requires a ``preferredOutputSegmentInterval`` of `.indefinite`. A segment that would start with another sample
    /// fails the writer with `AVError.segmentStartedWithNonSyncSample`.
    public func flushSegment() { writer.flushSegment() }

    /// Marks all inputs as finished, writes the remaining data and returns when writing has completed, failed or been
    /// cancelled.
    public func finishWriting() async { await writer.finishWriting() }

    /// Finishes writing like `finishWriting()`; calls the handler once, on an unspecified thread. The writer exists
    /// until then.
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        writer.finishWriting {
            withExtendedLifetime(self, handler)
        }
    }

    /// Cancels writing: removes the file and discards undelivered segments. Does nothing after the end of writing.
    public func cancelWriting() { writer.cancelWriting() }
}
