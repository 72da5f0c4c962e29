package import Media

/// A warning about settings that are valid but probably unintended.
package struct StageWarning: Sendable, Hashable {
    package var code: String
    /// The warning: lower case, without a full stop.
    package var message: String
    /// The option that the warning concerns; nil for the stage as a whole.
    package var option: String?
    /// Hints for a correction.
    package var notes: [String]

    package init(code: String, message: String, option: String? = nil, notes: [String] = []) {
        self.code = code
        self.message = message
        self.option = option
        self.notes = notes
    }
}

/// A stage that warns about its settings in combination with the stages above it.
package protocol WarningStage: Stage {
    /// Returns warnings about a valid pipeline.
    func warnings(in place: StagePosition) -> [StageWarning]
}

/// A stage in the context of its pipeline.
package struct StagePosition: Sendable {
    package var name: String
    package var kind: String
    package var stage: any Stage
    /// The keys of the options set in the pipeline file.
    package var givenOptions: Set<String>
    /// The stages it reads from.
    package var inputs: [StagePosition]

    package init(name: String, kind: String, stage: any Stage, givenOptions: Set<String>, inputs: [StagePosition]) {
        self.name = name
        self.kind = kind
        self.stage = stage
        self.givenOptions = givenOptions
        self.inputs = inputs
    }
}

/// The rule for the positions of sync samples in coded video.
package enum SyncSamplePolicy: Sendable, Hashable {
    /// The coder inserts sync samples on request.
    case onRequest
    /// Sync samples have a fixed interval.
    case every(MediaTime)
    /// The sender or the device codes the video and does not accept requests.
    case bySender
}

/// A stage that emits coded video.
package protocol SyncSampleControlling: Stage {
    var syncSamples: SyncSamplePolicy { get }
}

extension StagePosition {
    /// The nearest upstream stages that emit coded video.
    package var videoCoders: [(place: StagePosition, control: SyncSamplePolicy)] {
        inputs.flatMap { input in
            if let coder = input.stage as? any SyncSampleControlling { return [(input, coder.syncSamples)] }
            return input.videoCoders
        }
    }
}
