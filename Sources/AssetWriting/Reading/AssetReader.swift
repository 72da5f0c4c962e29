import Media
import Synchronization

/// A reader for the tracks of an asset: `AVAssetReader` without the prefix.
///
/// Add an output for each track, call ``startReading()`` and read the outputs until they return nil. All methods may be
/// called from any thread. An invalid call is rejected with the reason in ``error``; unreadable media end with the
/// status ``Status/failed``.
public final class AssetReader: Sendable {
    /// The state of a reader.
    public enum Status: Int, Sendable, Hashable {
        /// Reading has not been started.
        case unknown = 0
        /// Outputs return samples and frames.
        case reading = 1
        /// All outputs have reached their end.
        case completed = 2
        /// Reading failed; see `error`.
        case failed = 3
        /// Reading was cancelled.
        case cancelled = 4
    }

    /// The asset to read.
    public let asset: Asset
    private let session: ReadingSession
    private let outputList = Mutex<[AssetReaderTrackOutput]>([])

    /// A reader without outputs.
    public convenience init(asset: Asset) {
        // GStreamer's decoders have shorter time limits with more specific errors; this limit covers other decoders.
        self.init(asset: asset, decoderTimeLimit: .seconds(60))
    }

    /// A reader with a time limit for decoders that owe output and make no progress.
    package init(asset: Asset, decoderTimeLimit: Duration) {
        self.asset = asset
        session = ReadingSession(decoderTimeLimit: decoderTimeLimit)
    }

    /// The state of the reader.
    public var status: Status { session.status }
    /// The error that failed reading; before a failure, the reason why the latest call was rejected.
    public var error: AssetReaderError? { session.error }

    /// The part of the presentation to read; by default from zero without end. Set it before ``startReading()``.
    ///
    /// Decoded frames are exactly those in the range. Coded samples start at the sync sample required to decode the
    /// first one.
    public var timeRange: MediaTimeRange {
        get { session.timeRange }
        set { session.setTimeRange(newValue) }
    }

    /// The factory of decoders for outputs with settings; by default the codecs linked into the program.
    public var decoderProvider: (any DecoderProvider)? {
        get { session.decoderProvider }
        set { session.setDecoderProvider(newValue) }
    }

    /// The outputs, in the order of addition.
    public var outputs: [AssetReaderTrackOutput] { outputList.withLock { $0 } }

    /// Returns whether ``add(_:)`` would accept the output now.
    public func canAdd(_ output: AssetReaderTrackOutput) -> Bool { rejection(of: output) == nil }

    /// Adds an output before reading starts. On a false result ``error`` contains the reason.
    @discardableResult public func add(_ output: AssetReaderTrackOutput) -> Bool {
        let refusal =
            rejection(of: output)
            ?? (output.attach(to: session)
                ? nil : AssetReaderError(.invalidState, "the output already has a reader"))
        if let refusal {
            session.reject(refusal)
            return false
        }
        outputList.withLock { $0.append(output) }
        return true
    }

    /// Starts reading. Returns true when the status has become ``Status/reading``; a missing decoder fails the reader.
    @discardableResult public func startReading() -> Bool {
        let outputs = outputs
        guard session.start(outputCount: outputs.count) == nil else { return false }
        do throws(AssetReaderError) {
            for output in outputs { try output.start(session) }
            return true
        } catch {
            session.fail(error)
            for output in outputs { output.stop() }
            return false
        }
    }

    /// Cancels reading; outputs return nil from now on. Does nothing after the end of reading.
    public func cancelReading() {
        session.cancel()
        for output in outputs { output.stop() }
    }

    private func rejection(of output: AssetReaderTrackOutput) -> AssetReaderError? {
        guard session.status == .unknown else {
            return AssetReaderError(.invalidState, "outputs must be added before startReading")
        }
        guard output.track.source.file === asset.source.file else {
            return AssetReaderError(.invalidSettings, "the track of the output belongs to another asset")
        }
        return output.configurationError
    }
}
