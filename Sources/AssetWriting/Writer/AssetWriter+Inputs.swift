public import Media
import Synchronization

extension AssetWriter {
    /// The inputs, in the order in which they were added.
    public var inputs: [AssetWriterInput] { inputObjects.withLock { $0 } }

    /// Whether `add` would take the input as properties and inputs are now.
    public func canAdd(_ input: AssetWriterInput) -> Bool {
        guard let configuration = input.freeConfiguration else { return false }
        return engine.read { $0.canAdd(configuration) } == nil
    }

    /// Adds an input; where that is not possible the input stays outside and ``error`` says why.
    ///
    /// - Returns: whether the input was added.
    @discardableResult public func add(_ input: AssetWriterInput) -> Bool {
        // One addition at a time, so that both lists agree.
        inputObjects.withLock { objects in
            guard input.attach(to: engine) else { return false }
            objects.append(input)
            return true
        }
    }

    /// The media types that the writer's file type carries.
    public var availableMediaTypes: [MediaType] { engine.read { $0.configuration.fileType.mediaTypes } }

    /// Whether the settings are complete and for this media type.
    public func canApply(outputSettings: OutputSettings?, forMediaType mediaType: MediaType) -> Bool {
        guard availableMediaTypes.contains(mediaType) else { return false }
        guard let outputSettings else { return true }
        return (try? outputSettings.completed(for: mediaType, by: nil)) != nil
    }
}
