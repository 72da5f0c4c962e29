import Media

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

extension StagePosition {
    /// The nearest upstream stages that emit coded video.
    package var videoCoders: [(place: StagePosition, control: SyncSamplePolicy)] {
        inputs.flatMap { input in
            if let coder = input.stage as? any SyncSampleControlling { return [(input, coder.syncSamples)] }
            return input.videoCoders
        }
    }
}
