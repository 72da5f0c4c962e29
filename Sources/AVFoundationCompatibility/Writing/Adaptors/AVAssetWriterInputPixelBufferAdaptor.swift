import AssetWriting
public import Foundation
import Media
import Synchronization

/// Appends pixel buffers to an input that encodes video.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
    // Safe because the stored properties are constants or have locks.
    public let assetWriterInput: AVAssetWriterInput
    /// The attributes of the buffers in the pool; nil for no pool.
    // Safe because the dictionary never changes.
    nonisolated(unsafe) public let sourcePixelBufferAttributes: [String: Any]?
    private let pool = Mutex<CVPixelBufferPool?>(nil)

    /// Creates an adaptor. The pool's buffers have the width and height of the output settings if the attributes do not
    /// contain them.
    public init(
        assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil
    ) {
        assetWriterInput = input
        self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
    }

    /// A pool of pixel buffers; nil before writing starts, without attributes, and if the attributes are not valid.
    public var pixelBufferPool: CVPixelBufferPool? {
        guard let sourcePixelBufferAttributes else { return nil }
        let isWriting = assetWriterInput.currentPassDescription != nil
        return pool.withLock { pool in
            if pool == nil, isWriting {
                let attributes = completed(sourcePixelBufferAttributes)
                _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
            }
            return pool
        }
    }

    private func completed(_ attributes: [String: Any]) -> [String: Any] {
        let settings = assetWriterInput.outputSettings ?? [:]
        let sizes = [kCVPixelBufferWidthKey: AVVideoWidthKey, kCVPixelBufferHeightKey: AVVideoHeightKey]
        return attributes.merging(sizes.compactMapValues { settings[$0] }) { attribute, _ in attribute }
    }

    /// Appends a pixel buffer that is presented at a time. The buffer must not be changed afterwards, unless it is
    /// locked for writing, which copies the pixels that the encoder still uses.
    ///
    /// Returns false as `append(_:)` of the input does.
    @discardableResult public func append(
        _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
    ) -> Bool {
        guard let time = presentationTime.mediaTime, !time.isIndefinite else {
            assetWriterInput.input.fail(
                AssetWriterError(
                    .sampleBuffer,
                    "the presentation time of a pixel buffer is \(presentationTime), which is not numeric"))
            return false
        }
        return assetWriterInput.append(
            Frame(
                track: Track.ID(rawValue: 1), timescale: time.timescale, presentationTicks: time.value, duration: 0,
                content: pixelBuffer.content))
    }
}
