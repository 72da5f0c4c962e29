import Packaging
public import Dispatch

extension AssetWriterInput {
    /// Whether the encoder may request multiple passes over the media; known once writing has started.
    public var canPerformMultiplePasses: Bool {
        observed.readPass()
        guard let (engine, index) = attachment else { return false }
        return engine.read { $0.inputs[index].encoding?.canPerformMultiplePasses ?? false }
    }

    /// The media that the current pass requests; nil before writing starts, and when the encoder requests no further
    /// pass and ``markAsFinished()`` should be called.
    public var currentPassDescription: AssetWriterInputPassDescription? {
        observed.readPass()
        guard let (engine, index) = attachment else { return nil }
        return engine.read { $0.inputs[index].currentPass }
    }

    /// Ends the current pass and any request for media data. The encoder decides whether another pass is useful.
    ///
    /// ``markAsFinished()`` instead writes the output of the current pass; this fails when the pass is not the last one
    /// and its output exceeds 256 MiB.
    public func markCurrentPassAsFinished() {
        attempt { state, index throws(AssetWriterError) in try state.markCurrentPassAsFinished(index) }
    }

    /// Calls `block` on `queue` now, at the start of each further pass, and once more when ``currentPassDescription``
    /// becomes nil.
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        attempt { state, index throws(AssetWriterError) in
            try state.respondToPasses(index) { queue.async(execute: block) }
        }
    }
}
