import Media
import Synchronization

/// Reads the tracks of an asset: `AVAssetReader` without the prefix.
///
/// Add an output for each track, call ``startReading()`` and take from the outputs until they have no more. Every call
/// may come from any thread. What cannot be done is refused with its reason in ``error``; media that cannot be read end
/// with the status ``Status/failed``.
public final class AssetReader: Sendable {
    /// Where a reader is between its making and its end.
    public enum Status: Int, Sendable, Hashable {
        /// Reading has not been started.
        case unknown = 0
        /// Outputs give what they read.
        case reading = 1
        /// All outputs have given everything.
        case completed = 2
        /// Reading failed; `error` says why.
        case failed = 3
        /// Reading was cancelled.
        case cancelled = 4
    }

    /// What is read.
    public let asset: Asset
    private let session: ReadingSession
    private let added = Mutex<[AssetReaderTrackOutput]>([])

    /// A reader without outputs.
    public convenience init(asset: Asset) {
        // Decoders have limits of their own, which say more; this one holds for those that have none.
        self.init(asset: asset, decoderTimeLimit: .seconds(60))
    }

    /// A reader whose decoders may say nothing for so long while everybody waits for them.
    package init(asset: Asset, decoderTimeLimit: Duration) {
        self.asset = asset
        session = ReadingSession(decoderTimeLimit: decoderTimeLimit)
    }

    /// Where the reader is.
    public var status: Status { session.status }
    /// Why reading failed; while it has not, why the latest call was refused.
    public var error: AssetReaderError? { session.error }

    /// What part of the presentation is read; zero to no end unless set before ``startReading()``.
    ///
    /// Decoded frames are exactly those of the range. Coded samples begin with the sync sample that decoding the first
    /// one needs.
    public var timeRange: MediaTimeRange {
        get { session.timeRange }
        set { session.setTimeRange(newValue) }
    }

    /// Who makes the decoders of outputs with settings; unless set, the codecs that are linked into the program.
    public var decoderProvider: (any DecoderProvider)? {
        get { session.decoderProvider }
        set { session.setDecoderProvider(newValue) }
    }

    /// The outputs in the order in which they were added.
    public var outputs: [AssetReaderTrackOutput] { added.withLock { $0 } }

    /// Whether ``add(_:)`` would take the output now.
    public func canAdd(_ output: AssetReaderTrackOutput) -> Bool { refusal(of: output) == nil }

    /// Adds an output before reading starts; false leaves the reason in ``error``.
    @discardableResult public func add(_ output: AssetReaderTrackOutput) -> Bool {
        let refusal =
            refusal(of: output)
            ?? (output.attach(to: session)
                ? nil : AssetReaderError(.invalidState, "the output has a reader already"))
        if let refusal {
            session.refuse(refusal)
            return false
        }
        added.withLock { $0.append(output) }
        return true
    }

    /// Starts reading; true when the status has become ``Status/reading``. A decoder that is not there fails the reader.
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

    /// Gives up; outputs have no more from now on. Does nothing once reading is over.
    public func cancelReading() {
        session.cancel()
        for output in outputs { output.stop() }
    }

    private func refusal(of output: AssetReaderTrackOutput) -> AssetReaderError? {
        guard session.status == .unknown else {
            return AssetReaderError(.invalidState, "outputs are added before startReading")
        }
        guard output.track.source.file === asset.source.file else {
            return AssetReaderError(.invalidSettings, "the track of the output is one of another asset")
        }
        return output.configurationError
    }
}
