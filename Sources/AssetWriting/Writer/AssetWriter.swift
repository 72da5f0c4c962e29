public import Packaging
public import Media
public import Observation
import Synchronization

/// A writer of segments for a delegate, or of a movie file: `AVAssetWriter` without the prefix.
///
/// Set the properties, add inputs, call ``startWriting()`` and ``startSession(atSourceTime:)``, append to the inputs
/// and call ``finishWriting()``. All methods may be called from any thread. Errors never trap: a call in the wrong
/// state changes nothing and sets ``error``; media that cannot be written end with the status ``Status/failed``.
///
/// ``status`` and ``error`` are observable: `withObservationTracking` reports the end of writing.
public final class AssetWriter: Observable, Sendable {
    let engine: WritingEngine
    private let observed = ObservedProperties()
    /// The input objects. The engine refers to inputs by index, which avoids a retain cycle.
    let inputObjects = Mutex<[AssetWriterInput]>([])

    /// Creates a writer that delivers segments to its ``delegate`` or through ``segments``.
    ///
    /// - Parameter contentType: `ContentType(FileType.mp4.rawValue)`; with any other value ``startWriting()`` fails.
    public convenience init(contentType: ContentType) {
        self.init(WriterConfiguration(destination: .segments(contentType)))
    }

    /// Creates a writer for a movie file at `url`, which ``startWriting()`` creates; it does not replace an existing
    /// file.
    ///
    /// A relative path is relative to the working directory. Cancelling removes the file; after a failure the partial
    /// file remains.
    public convenience init(url: FileURL, fileType: FileType) {
        self.init(WriterConfiguration(destination: .movie(url, fileType)))
    }

    init(_ configuration: WriterConfiguration) {
        engine = WritingEngine(configuration: configuration, observed: observed)
        engine.perform { $0.writer = self }
    }

    deinit { engine.perform { $0.cancel() } }

    /// The state of the writer.
    public var status: Status {
        observed.readStatus()
        return engine.read { $0.lifecycle.status }
    }

    /// The error that failed writing; before a failure, the reason why the latest call was rejected. The next
    /// successful call clears a rejection, never a failure.
    public var error: AssetWriterError? {
        observed.readStatus()
        return engine.read { $0.error }
    }

    /// The receiver of the segments of a writer without a file. A weak reference: the program must retain the delegate
    /// until writing ends.
    ///
    /// Without a delegate, writing does not start unless ``segments`` has been used. If the delegate is released or set
    /// to nil during writing and ``segments`` is not in use, the next segment fails the writer with
    /// `AssetWriterError.Code.lostReceiver`.
    public var delegate: (any AssetWriterDelegate)? {
        get { engine.read { $0.delegate } }
        set {
            guard let newValue else { return setDelegate(nil) }
            setDelegate { [weak newValue] in newValue }
        }
    }

    /// Sets the function that returns the delegate while it exists; nil for no delegate.
    package func setDelegate(_ source: (@Sendable () -> (any AssetWriterDelegate)?)?) {
        engine.perform { $0.setDelegate(source) }
    }

    /// Fails writing, unless it has ended.
    package func fail(_ error: AssetWriterError) { engine.perform { $0.fail(error) } }

    /// The segments as a sequence for one consumer, starting with the first segment completed after this property is
    /// first used.
    ///
    /// Without a delegate, use it before ``startWriting()``: a task that iterates over the sequence captures it, as in
    /// `Task { [segments = writer.segments] in … }`.
    public var segments: AssetSegments { AssetSegments(engine) }

    /// Starts writing. Returns true when the status has become ``Status/writing``.
    ///
    /// Validates properties and inputs together, opens the file and selects encoders. An error fails the writer.
    @discardableResult public func startWriting() -> Bool { engine.startWriting() }

    /// Starts the session at `startTime` of the source; a writer has one session.
    ///
    /// In a movie, that time becomes time zero. Segments keep the times of the samples, so that several writers stay
    /// aligned.
    public func startSession(atSourceTime startTime: MediaTime) {
        engine.attempt { state throws(AssetWriterError) in try state.startSession(at: startTime) }
    }

    /// Ends the session: media presented at or after `endTime` of the source is not shown.
    ///
    /// Such samples are removed from the current segment; completed segments stay unchanged.
    public func endSession(atSourceTime endTime: MediaTime) {
        engine.attempt { state throws(AssetWriterError) in try state.endSession(at: endTime) }
    }

    /// Ends the current segment (custom segmentation).
    ///
    /// The segment contains all samples since the previous one. Call this just before appending a sync sample; a
    /// segment that would start with another sample fails the writer. Does nothing without new samples.
    public func flushSegment() {
        engine.attempt { state throws(AssetWriterError) in try state.flushSegment() }
    }

    /// Marks all inputs as finished, writes the remaining data and returns when writing has completed, failed or been
    /// cancelled.
    public func finishWriting() async { await engine.finishWriting() }

    /// Finishes writing like `finishWriting()`; calls the handler once, on an unspecified thread.
    public func finishWriting(completionHandler: @escaping @Sendable () -> Void) {
        engine.perform { $0.finish(completionHandler) }
    }

    /// Cancels writing: removes the file and discards undelivered segments. Does nothing after the end of writing.
    public func cancelWriting() { engine.perform { $0.cancel() } }
}
