import AssetWriting
public import Foundation
import Synchronization

/// A reader for the tracks of an asset.
///
/// Add an output for each track, call `startReading()` and read the outputs until they return nil. All methods may be
/// called from any thread. Outputs can be read after the reader is released. A call that is not valid is rejected: `error` contains the reason, and `startReading()`
/// fails.
open class AVAssetReader: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    /// The state of a reader.
    public enum Status: Int, Sendable {
        /// Reading has not been started.
        case unknown = 0
        /// Outputs return buffers.
        case reading = 1
        /// All outputs have reached their end.
        case completed = 2
        /// Reading failed; see `error`.
        case failed = 3
        /// Reading was cancelled.
        case cancelled = 4
    }

    private struct State: Sendable {
        var status = Status.unknown
        var failure: AVError?
        var rejection: AVError?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var outputs: [AVAssetReaderOutput] = []
        var endedCount = 0
    }
    private let state = Mutex(State())
    private let readAsset: AVAsset
    let movie: Asset

    /// A reader without outputs. Throws when the asset cannot be read.
    public init(asset: AVAsset) throws {
        movie = try asset.loader.asset()
        readAsset = asset
        super.init()
    }

    /// The asset to read.
    public var asset: AVAsset { readAsset }
    /// The state of the reader.
    public var status: Status { state.withLock { $0.status } }
    /// The error that failed reading; before a failure, the reason why the latest call was rejected.
    public var error: (any Error)? { state.withLock { $0.failure ?? $0.rejection } }
    /// The outputs, in the order of addition.
    public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// The part of the presentation to read; by default from zero without end. Set it before `startReading()`.
    ///
    /// Decoded frames are exactly those in the range. Coded samples start at the sync sample that decoding the first
    /// one requires.
    public var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            state.withLock { state in
                guard state.status == .unknown else {
                    state.rejection = AVError(.operationNotAllowed, "timeRange must be set before startReading")
                    return
                }
                guard newValue.isReadable else {
                    state.rejection = AVError(
                        .operationNotAllowed, "timeRange must have a start and a duration of zero or above")
                    return
                }
                state.timeRange = newValue
            }
        }
    }

    /// Returns whether `add(_:)` would accept the output now.
    public func canAdd(_ output: AVAssetReaderOutput) -> Bool { rejection(of: output) == nil }

    /// Adds an output before reading starts. An output that is not valid is not added; `error` contains the reason, and
    /// `startReading()` fails with it.
    public func add(_ output: AVAssetReaderOutput) {
        var refusal = rejection(of: output)
        if refusal == nil, !output.attach(to: self) {
            refusal = AVError(.operationNotAllowed, "the output already has a reader")
        }
        state.withLock { state in
            if let refusal { state.rejection = refusal } else { state.outputs.append(output) }
        }
    }

    /// Starts reading. Returns true when the status has become `reading`.
    public func startReading() -> Bool {
        let refusal = state.withLock { state -> AVError? in
            guard state.status == .unknown else {
                return AVError(.operationNotAllowed, "reading can be started once")
            }
            guard state.rejection == nil, !state.outputs.isEmpty else {
                state.status = .failed
                state.failure =
                    state.rejection ?? AVError(.operationNotAllowed, "reading requires at least one output")
                return state.failure
            }
            state.status = .reading
            return nil
        }
        guard refusal == nil else { return false }
        let range = timeRange
        for output in outputs {
            guard let failure = output.start(range) else { continue }
            fail(failure)
            return false
        }
        return true
    }

    /// Cancels reading; outputs return nil from now on. Does nothing after the end of reading.
    public func cancelReading() {
        state.withLock { state in
            if state.status == .reading || state.status == .unknown { state.status = .cancelled }
        }
        for output in outputs { output.stop() }
    }

    /// Fails reading: every output ends.
    func fail(_ failure: AVError) {
        let isFirst = state.withLock { state in
            guard state.status == .reading else { return false }
            state.status = .failed
            state.failure = failure
            return true
        }
        if isFirst { for output in outputs { output.stop() } }
    }

    /// Records that an output has reached its end.
    func outputEnded() {
        state.withLock { state in
            state.endedCount += 1
            if state.endedCount == state.outputs.count, state.status == .reading { state.status = .completed }
        }
    }

    /// Records the reason why a call was rejected.
    func reject(_ refusal: AVError) { state.withLock { $0.rejection = refusal } }

    private func rejection(of output: AVAssetReaderOutput) -> AVError? {
        guard status == .unknown else {
            return AVError(.operationNotAllowed, "outputs must be added before startReading")
        }
        return output.rejection(by: self)
    }
}

extension CMTimeRange {
    /// Whether media of the range can be read: from zero on, with or without an end.
    var isReadable: Bool {
        start.isNumeric && start >= .zero && (duration.isNumeric ? duration >= .zero : duration == .positiveInfinity)
    }
}
