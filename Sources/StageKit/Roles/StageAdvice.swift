package import Media

/// A warning about settings that a run accepts and that do not do what their author may expect.
package struct StageAdvice: Sendable, Hashable {
    package var code: String
    /// Lower case, no full stop.
    package var message: String
    /// The option that it is about; nil for the stage as a whole.
    package var option: String?
    /// What to do.
    package var notes: [String]

    package init(code: String, message: String, option: String? = nil, notes: [String] = []) {
        self.code = code
        self.message = message
        self.option = option
        self.notes = notes
    }
}

/// A stage that knows questionable settings of its own and of the stages above it.
package protocol AdvisingStage: Stage {
    /// Warnings about a pipeline that can run.
    func advice(_ place: StagePlace) -> [StageAdvice]
}

/// A stage's place in a pipeline.
package struct StagePlace: Sendable {
    package var name: String
    package var kind: String
    package var stage: any Stage
    /// The options that the pipeline file sets.
    package var givenOptions: Set<String>
    /// The stages it reads from.
    package var inputs: [StagePlace]

    package init(name: String, kind: String, stage: any Stage, givenOptions: Set<String>, inputs: [StagePlace]) {
        self.name = name
        self.kind = kind
        self.stage = stage
        self.givenOptions = givenOptions
        self.inputs = inputs
    }
}

/// What decides where the sync samples of coded video are.
package enum SyncSampleControl: Sendable, Hashable {
    /// They are coded where they are requested.
    case onRequest
    /// They have a fixed distance.
    case every(MediaTime)
    /// The sender or the device codes the video and takes no requests.
    case bySender
}

/// A stage that gives coded video.
package protocol SyncSampleControlling: Stage {
    var syncSamples: SyncSampleControl { get }
}

extension StagePlace {
    /// The nearest stages above that give coded video.
    package var videoCoders: [(place: StagePlace, control: SyncSampleControl)] {
        inputs.flatMap { input in
            if let coder = input.stage as? any SyncSampleControlling { return [(input, coder.syncSamples)] }
            return input.videoCoders
        }
    }
}
