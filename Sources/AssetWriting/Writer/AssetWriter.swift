public import Packaging
public import Media
import Synchronization

/// Writes media to segments for a delegate, or to a movie file: `AVAssetWriter` without the prefix.
///
/// Set the properties, add inputs, call ``startWriting()`` and ``startSession(atSourceTime:)``, append to the inputs and
/// call ``finishWriting()``. Every call may come from any thread. What cannot be done is refused, never a crash: calls
/// that do not belong where the writer is change nothing and leave their reason in ``error``; media that cannot be
/// written end with the status ``Status/failed``.
public final class AssetWriter: Sendable {
    let engine: WritingEngine
    /// The inputs as objects; the engine knows them by number, so that neither keeps the other alive.
    let inputObjects = Mutex<[AssetWriterInput]>([])

    /// A writer that delivers segments to its ``delegate`` or through ``segments``.
    ///
    /// - Parameter contentType: `ContentType(FileType.mp4.rawValue)`; another one is refused by ``startWriting()``.
    public convenience init(contentType: ContentType) {
        self.init(WriterConfiguration(destination: .segments(contentType)))
    }

    /// A writer that makes a movie file at `url`, which ``startWriting()`` creates; a file that is there is not replaced.
    ///
    /// A relative path counts from the working directory. Cancelling removes the file; a failure leaves what is there.
    public convenience init(url: FileURL, fileType: FileType) {
        self.init(WriterConfiguration(destination: .movie(url, fileType)))
    }

    init(_ configuration: WriterConfiguration) {
        engine = WritingEngine(configuration: configuration)
        engine.perform { $0.writer = self }
    }

    deinit { engine.perform { $0.cancel() } }

    /// Where the writer is.
    public var status: Status { engine.read { $0.lifecycle.status } }

    /// Why writing failed; while it has not, why the latest call was refused. The next call that succeeds clears a
    /// refusal, never a failure.
    public var error: AssetWriterError? { engine.read { $0.error } }

    /// Receives the segments of a writer without a file. A weak reference: the program retains the delegate until
    /// writing is over.
    ///
    /// Without a delegate and without a use of ``segments`` writing does not start. When the delegate is released or
    /// set to nil during writing and ``segments`` is not in use, the next segment fails the writer with
    /// ``AssetWriterError/Code/lostReceiver``.
    public var delegate: (any AssetWriterDelegate)? {
        get { engine.read { $0.delegate } }
        set { engine.perform { $0.setDelegate(newValue) } }
    }

    /// The segments as a sequence, for one consumer: those that are finished after the first use of this property.
    ///
    /// Without a delegate, use it before ``startWriting()``: a task that iterates over the sequence captures it, as in
    /// `Task { [segments = writer.segments] in … }`.
    public var segments: AssetSegments { AssetSegments(engine) }

    /// Starts writing; true when the status has become ``Status/writing``.
    ///
    /// Checks properties and inputs together, opens the file and chooses encoders. What is wrong with them fails the
    /// writer.
    @discardableResult public func startWriting() -> Bool { engine.startWriting() }

    /// Begins the one session of a writer at `startTime` of the source.
    ///
    /// A movie shows that time at its zero. Segments keep the times of the samples, so that several writers stay
    /// aligned.
    public func startSession(atSourceTime startTime: MediaTime) {
        engine.attempt { state throws(AssetWriterError) in try state.startSession(at: startTime) }
    }

    /// Ends the session: what is presented at `endTime` of the source or later is not shown.
    ///
    /// Samples at the end of the segment that is being filled are left out; segments that are out stay as they are.
    public func endSession(atSourceTime endTime: MediaTime) {
        engine.attempt { state throws(AssetWriterError) in try state.endSession(at: endTime) }
    }

    /// Ends the segment that is being filled: custom segmentation.
    ///
    /// The segment holds every sample since the one before. Call it just before a sync sample is appended; a segment
    /// that would begin with another sample fails the writer. Without new samples it does nothing.
    public func flushSegment() {
        engine.attempt { state throws(AssetWriterError) in try state.flushSegment() }
    }

    /// Marks all inputs as finished, writes what is left and returns when the end is reached, whatever it is.
    public func finishWriting() async { await engine.finishWriting() }

    /// The same with a handler, which is called once, on some thread.
    public func finishWriting(completionHandler: @escaping @Sendable () -> Void) {
        engine.perform { $0.finish(completionHandler) }
    }

    /// Gives up: removes the file, drops what has not been delivered. Does nothing once writing is over.
    public func cancelWriting() { engine.perform { $0.cancel() } }
}
