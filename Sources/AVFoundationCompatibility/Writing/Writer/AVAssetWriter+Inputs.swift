import AssetWriting
import Synchronization

extension AVAssetWriter {
    /// The inputs, in the order of addition.
    public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

    /// The media types that the file type can contain.
    public var availableMediaTypes: [AVMediaType] { writer.availableMediaTypes.map { AVMediaType($0) } }

    /// Returns whether the settings are complete, known and apply to this media type.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard let type = mediaType.mediaType else { return false }
        do throws(AssetWriterError) {
            let settings = try outputSettings.map { dictionary throws(AssetWriterError) in
                try OutputSettingsDictionary(dictionary).settings(for: type)
            }
            return writer.canApply(outputSettings: settings?.settings, forMediaType: type)
        } catch {
            return false
        }
    }

    /// Returns whether ``add(_:)-(AVAssetWriterInput)`` would accept the input with the current properties and inputs.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool { writer.canAdd(input.input) }

    /// Adds an input. If it is rejected, ``error`` contains the reason, and ``startWriting()`` fails with it.
    public func add(_ input: AVAssetWriterInput) {
        if writer.add(input.input) {
            state.withLock { $0.inputs.append(input) }
            input.installRequest()
        } else if let error = writer.error, writer.status == .unknown {
            writer.setConfigurationError(error, for: "inputs")
        }
    }

    /// The groups of alternative inputs, in the order of addition. Players present one input of a group.
    public var inputGroups: [AVAssetWriterInputGroup] { state.withLock { $0.inputGroups } }

    /// Returns whether a group can be added: its inputs have this writer, and no other group has them.
    public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool {
        state.withLock { $0.rejection(of: inputGroup) } == nil && writer.status == .unknown
    }

    /// Adds a group of alternative inputs. Players present one of them at a time; only the default input is enabled.
    ///
    /// If the group is rejected, ``error`` contains the reason, and ``startWriting()`` fails with it.
    public func add(_ inputGroup: AVAssetWriterInputGroup) {
        let number = state.withLock { state -> Int? in
            if let reason = state.rejection(of: inputGroup) {
                writer.setConfigurationError(AssetWriterError(.invalidSettings, reason), for: "inputGroups")
                return nil
            }
            state.inputGroups.append(inputGroup)
            return state.inputGroups.count
        }
        guard let number else { return }
        for input in inputGroup.inputs {
            input.input.alternateGroup = UInt16(clamping: number)
            if let enabled = inputGroup.defaultInput { input.marksOutputTrackAsEnabled = input === enabled }
        }
    }
}

extension AVAssetWriter.State {
    /// The reason why a group is rejected; nil if it is not.
    fileprivate func rejection(of group: AVAssetWriterInputGroup) -> String? {
        if group.inputs.isEmpty { return "an input group has no inputs" }
        if let input = group.defaultInput, !group.inputs.contains(input) {
            return "the default input of an input group is not in the group"
        }
        if !group.inputs.allSatisfy(inputs.contains) {
            return "an input of an input group was not added to the writer; add the inputs before the group"
        }
        if inputGroups.contains(where: { !Set($0.inputs).isDisjoint(with: group.inputs) }) {
            return "an input is in two input groups"
        }
        return nil
    }
}
