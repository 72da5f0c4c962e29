import AssetWriting
public import Dispatch

extension AVAssetWriterInput {
    /// Whether the encoder may request multiple passes over the media. Excludes real time.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { input.performsMultiPassEncodingIfSupported }
        set { input.performsMultiPassEncodingIfSupported = newValue }
    }

    /// Whether the encoder may request multiple passes over the media; known once writing has started.
    public var canPerformMultiplePasses: Bool { input.canPerformMultiplePasses }

    /// The media that the current pass requests; nil before writing starts, and when the encoder requests no further
    /// pass and ``markAsFinished()`` should be called.
    public var currentPassDescription: AVAssetWriterInputPassDescription? {
        input.currentPassDescription.map(AVAssetWriterInputPassDescription.init)
    }

    /// Ends the current pass and any request for media data. The encoder decides whether another pass is useful.
    ///
    /// ``markAsFinished()`` instead writes the output of the current pass; this fails when the pass is not the last one
    /// and its output exceeds 256 MiB.
    public func markCurrentPassAsFinished() { input.markCurrentPassAsFinished() }

    /// Calls `block` on `queue` now, at the start of each further pass, and once more when ``currentPassDescription``
    /// becomes nil.
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        input.respondToEachPassDescription(on: queue, using: block)
    }
}
