public import Media
import Synchronization

extension AssetWriter {
    /// The inputs, in the order of addition.
    public var inputs: [AssetWriterInput] { inputObjects.withLock { $0 } }

    /// Returns whether ``add(_:)`` would accept the input with the current properties and inputs.
    public func canAdd(_ input: AssetWriterInput) -> Bool {
        guard let configuration = input.unattachedConfiguration else { return false }
        return engine.read { $0.canAdd(configuration) } == nil
    }

    /// Adds an input. If it is rejected, ``error`` contains the reason.
    ///
    /// - Returns: whether the input was added.
    @discardableResult public func add(_ input: AssetWriterInput) -> Bool {
        // One addition at a time, so that the order is the same in the engine and in this list.
        inputObjects.withLock { objects in
            guard input.attach(to: engine) else { return false }
            objects.append(input)
            return true
        }
    }

    /// The media types that the writer's file type can contain.
    public var availableMediaTypes: [MediaType] { engine.read { $0.configuration.fileType.mediaTypes } }

    /// Returns whether the settings are complete and apply to this media type.
    public func canApply(outputSettings: OutputSettings?, forMediaType mediaType: MediaType) -> Bool {
        guard availableMediaTypes.contains(mediaType) else { return false }
        guard let outputSettings else { return true }
        return (try? outputSettings.completed(for: mediaType, by: nil)) != nil
    }
}
