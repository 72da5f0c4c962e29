import Packaging
public import Dispatch

extension AssetWriterInput {
    /// Whether the encoder may ask for the media several times; known once writing has started.
    public var canPerformMultiplePasses: Bool {
        guard let (engine, index) = attachment else { return false }
        return engine.read { $0.inputs[index].encoding?.canPerformMultiplePasses ?? false }
    }

    /// What the pass at hand asks for; nil before writing starts, and when nothing more is asked for and
    /// ``markAsFinished()`` should be called.
    public var currentPassDescription: AssetWriterInputPassDescription? {
        guard let (engine, index) = attachment else { return nil }
        return engine.read { $0.inputs[index].currentPass }
    }

    /// Ends the pass at hand and lets the encoder decide whether another one is of use; ends a request for media data.
    ///
    /// ``markAsFinished()`` instead keeps what the pass gave, unless it is more than 256 MiB and not the last one.
    public func markCurrentPassAsFinished() {
        attempt { state, index throws(AssetWriterError) in try state.markCurrentPassAsFinished(index) }
    }

    /// Calls `block` on `queue` at the beginning of each pass, the one at hand included, and once more when
    /// ``currentPassDescription`` has become nil.
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        attempt { state, index throws(AssetWriterError) in
            try state.respondToPasses(index) { queue.async(execute: block) }
        }
    }
}
