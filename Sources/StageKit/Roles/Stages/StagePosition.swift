package import Media

/// A stage in the context of its pipeline.
package struct StagePosition: Sendable {
    /// A source above a stage.
    package struct Origin: Sendable, Hashable {
        package var name: String
        package var kind: String
        /// Whether it delivers in real time; nil if that is unknown.
        package var isLive: Bool?
        package var hasLiveOption: Bool
        /// The media types that it may deliver; nil if they are unknown.
        package var mediaTypes: Set<MediaType>?
    }

    package let name: String
    package let kind: String
    package let stage: any Stage
    /// The keys of the options set in the pipeline file.
    package let givenOptions: Set<String>
    /// The stages it reads from.
    package let inputs: [StagePosition]
    /// The media types that it accepts.
    package let acceptedMediaTypes: Set<MediaType>
    /// The media types that reach it; nil if a stage above does not declare them.
    package let arrivingMediaTypes: Set<MediaType>?
    /// The media types that it emits; nil if they are unknown before the run.
    package let emittedMediaTypes: Set<MediaType>?
    /// The sources above it, each once; itself for a source.
    package let origins: [Origin]

    package init(name: String, kind: String, stage: any Stage, givenOptions: Set<String>, inputs: [StagePosition]) {
        self.name = name
        self.kind = kind
        self.stage = stage
        self.givenOptions = givenOptions
        self.inputs = inputs
        acceptedMediaTypes = Self.accepted(stage)
        let emitted = inputs.map(\.emittedMediaTypes)
        arrivingMediaTypes =
            emitted.contains(nil) ? nil : emitted.reduce(into: []) { $0.formUnion($1 ?? []) }
        let accepted = arrivingMediaTypes?.intersection(acceptedMediaTypes)
        let declaring = stage as? any MediaTypeDeclaring
        emittedMediaTypes = accepted.flatMap { declaring?.emittedMediaTypes(from: $0) }
        var origins: [Origin] = []
        for origin in inputs.flatMap(\.origins) where !origins.contains(where: { $0.name == origin.name }) {
            origins.append(origin)
        }
        if inputs.isEmpty {
            let pace = stage as? any PaceDeclaring
            origins = [
                Origin(
                    name: name, kind: kind, isLive: pace?.isLive, hasLiveOption: pace?.hasLiveOption ?? false,
                    mediaTypes: emittedMediaTypes)
            ]
        }
        self.origins = origins
    }

    private static func accepted(_ stage: any Stage) -> Set<MediaType> {
        if let transform = stage as? any Transform { return type(of: transform).mediaTypes }
        if let processor = stage as? any Processor { return type(of: processor).mediaTypes }
        return Set(MediaType.allCases)
    }
}

extension StagePosition {
    /// The nearest upstream stages that emit coded video.
    package var videoCoders: [(place: StagePosition, control: SyncSamplePolicy)] {
        nearest { ($0.stage as? any SyncSampleControlling)?.syncSamples }.map { ($0, $1) }
    }

    /// The nearest upstream stages for which `select` returns a value, with the value. Each stage is examined once.
    package func nearest<Value>(_ select: (StagePosition) -> Value?) -> [(StagePosition, Value)] {
        var (found, examined): ([(StagePosition, Value)], Set<String>) = ([], [])
        var pending = Array(inputs.reversed())
        while let place = pending.popLast() {
            guard examined.insert(place.name).inserted else { continue }
            if let value = select(place) {
                found.append((place, value))
            } else {
                pending += place.inputs.reversed()
            }
        }
        return found
    }
}
