import AssetWriting
import Media
import Synchronization

/// The reading of one range of a track.
final class TrackReading: Sendable {
    private let reader: AssetReader
    private let output: AssetReaderTrackOutput
    private let format: CMFormatDescription?
    private let unreadable = Mutex<AVError?>(nil)

    /// Starts reading a range. Throws when no decoder can meet the settings.
    init(_ track: AVAssetTrack, settings: ReaderOutputSettings?, range: CMTimeRange) throws(AVError) {
        guard let asset = try? track.asset?.loader.asset(), let mediaRange = range.mediaTimeRange else {
            throw AVError(.operationNotAllowed, "the asset of the track cannot be read")
        }
        reader = AssetReader(asset: asset)
        reader.timeRange = mediaRange
        output = AssetReaderTrackOutput(track: track.track, outputSettings: settings)
        format = track.track.format.map { CMFormatDescription($0) }
        guard reader.add(output), reader.startReading() else {
            throw reader.error.map { AVError($0) } ?? AVError(.unknown, "reading did not start")
        }
    }

    /// The error that ended reading; nil at the end of the media.
    var failure: AVError? {
        if let failure = unreadable.withLock({ $0 }) { return failure }
        return reader.status == .failed ? reader.error.map { AVError($0) } : nil
    }

    /// Returns the next buffer, blocking the calling thread; nil at the end.
    func nextBuffer() -> CMSampleBuffer? { output.copyNextSampleBuffer().flatMap(buffer) }

    /// Returns the next buffer, suspending the task; nil at the end.
    func nextBufferInTask() async -> CMSampleBuffer? { await output.nextSampleBuffer().flatMap(buffer) }

    func cancel() { reader.cancelReading() }

    private func buffer(_ read: SampleBuffer) -> CMSampleBuffer? {
        switch read.content {
        case .sample(let sample): return format.map { CMSampleBuffer(sample, format: $0) }
        case .frame(let frame):
            if let buffer = CMSampleBuffer(frame) { return buffer }
            unreadable.withLock { $0 = AVError(.decodeFailed, "the memory of a decoded frame cannot be read") }
            return nil
        }
    }
}
