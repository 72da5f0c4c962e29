package import Media
import PackagingStages
package import PipelineRuntime
import StageKit

/// The division of a pipeline into the stages that tasks run and the stages that publish their segments.
///
/// Branches of stages that all can process portions form the chunk tasks, together, so that the input is decoded once.
/// The other branches are processed as a whole, in one task for each packaging stage.
package struct JobLayout: Sendable {
    /// The stages of the chunk tasks, in the order of the pipeline; empty if no stage can process portions.
    package private(set) var chunkStages: [String] = []
    /// The stages of the analysis tasks, which encoders with two passes require; empty without such encoders.
    package private(set) var analysisStages: [String] = []
    /// The stages of each task for whole tracks.
    package private(set) var wholeStages: [[String]] = []
    /// The stage that names segments and writes playlists.
    package let playlists: String
    /// The stages that publish the segments, in the order of the pipeline.
    package let publishing: [String]
    /// The grid of the segment boundaries.
    package private(set) var grid: SegmentGrid
    private let stages: [PlannedStage]

    /// Divides a pipeline. Throws with the reason if it cannot run as a job.
    package init(_ plan: PipelinePlan, _ encoding: TwoPassEncoding? = nil) throws(JobError) {
        stages = plan.stages
        grid = SegmentGrid(interval: .indefinite)
        let graph = StageGraph(stages)
        let writers = stages.filter { $0.stage.as(HLSPlaylist.self) != nil }
        guard let writer = writers.first, writers.count == 1, let playlist = writer.stage.as(HLSPlaylist.self) else {
            throw JobError("a job requires one stage hls.playlist; the pipeline has \(writers.count)")
        }
        guard playlist.hasFixedNames else {
            throw JobError("stage '\(writer.name)': a job requires type: vod and packaging: files")
        }
        playlists = writer.name
        let below = graph.below([writer.name])
        publishing = stages.map(\.name).filter { below.contains($0) }
        try Self.validatePublishing(stages.filter { below.contains($0.name) })
        let processing = graph.above(writer.inputs)
        if let other = stages.first(where: { !below.contains($0.name) && !processing.contains($0.name) }) {
            throw JobError(
                "stage '\(other.name)' does not contribute to '\(writer.name)'; remove it from the job's pipeline")
        }
        let packagers = stages.filter { processing.contains($0.name) && $0.isPackager(in: stages) }
        var chunked: Set<String> = []
        for packager in packagers {
            let after = graph.below([packager.name]).intersection(processing)
            var whole: Set<String> = []
            for input in packager.inputs.isEmpty ? [packager.name] : packager.inputs {
                let branch = graph.above([input]).union(after)
                let isDivisible = stages.allSatisfy { !branch.contains($0.name) || $0.stage.distribution.isExact }
                if isDivisible { chunked.formUnion(branch) } else { whole.formUnion(branch) }
            }
            if !whole.isEmpty { wholeStages.append(stages.map(\.name).filter { whole.contains($0) }) }
        }
        chunkStages = stages.map(\.name).filter { chunked.contains($0) }
        try findGrid()
        guard let encoding else { return }
        var encoders: [String] = []
        for stage in stages where chunked.contains(stage.name) {
            if try encoding.applies(to: stage.stage) { encoders.append(stage.name) }
        }
        let analyzed = encoders.reduce(into: Set<String>()) {
            $0.formUnion(graph.above([$1]).union(graph.below([$1])).intersection(chunked))
        }
        analysisStages = chunkStages.filter { analyzed.contains($0) }
    }

    /// The stage with this name.
    func stage(_ name: String) -> PlannedStage? { stages.first { $0.name == name } }

    private static func validatePublishing(_ stages: [PlannedStage]) throws(JobError) {
        let sinks = stages.filter { $0.description.role == .sink }
        if let other = sinks.first(where: { $0.stage.as(StoreInFolder.self) == nil }) {
            throw JobError(
                "stage '\(other.name)' (\(other.description.kind)) cannot publish a job; use file.folder, and push or "
                    + "serve the folder afterwards")
        }
        guard sinks.count == 1 else {
            throw JobError("a job requires one stage file.folder; the pipeline has \(sinks.count)")
        }
    }

    /// Chunk boundaries are segment boundaries, so all stages of the chunks have the same grid.
    private mutating func findGrid() throws(JobError) {
        let grids = chunkStages.compactMap { stage($0)?.stage.grid }
        guard let first = grids.first else {
            // Portions of audio alone are cut on the grid of their segments.
            let own = wholeStages.joined().compactMap { stage($0)?.stage.grid }
            if let first = own.first, own.allSatisfy({ $0 == first }) { grid = first }
            return
        }
        guard grids.allSatisfy({ $0 == first }) else {
            throw JobError("the stages of a job have different intervals or starts; set the same 'interval' for all")
        }
        guard !first.interval.isIndefinite else { throw JobError("a job requires segments with an interval") }
        grid = first
    }
}

extension PlannedStage {
    /// Whether the stage makes segments of other payloads.
    fileprivate func isPackager(in stages: [PlannedStage]) -> Bool {
        description.outputName == Segment.payloadName && description.inputName != Segment.payloadName
    }
}

extension Distribution {
    /// The media before and after a portion that a stage requires; nil for stages that require whole tracks.
    var margins: (warmUp: MediaTime, lookAhead: MediaTime)? {
        switch self {
        case .whole: nil
        case .portions(let warmUp, let lookAhead), .approximate(let warmUp, let lookAhead): (warmUp, lookAhead)
        }
    }

    /// Whether the output of portions is that of whole tracks.
    fileprivate var isExact: Bool { if case .portions = self { true } else { false } }
}

extension AnyStage {
    /// The stage as a value of a type; nil for other types.
    func `as`<Value: Stage>(_ type: Value.Type) -> Value? {
        switch self {
        case .source(let stage): stage as? Value
        case .transform(let stage): stage as? Value
        case .processor(let stage): stage as? Value
        case .sink(let stage): stage as? Value
        }
    }

    var distribution: Distribution {
        switch self {
        case .source(let stage): stage.distribution
        case .transform(let stage): stage.distribution
        case .processor(let stage): stage.distribution
        case .sink(let stage): stage.distribution
        }
    }

    func restricted(to portion: MediaPortion) throws -> AnyStage {
        switch self {
        case .source(let stage): .source(try stage.restricted(to: portion))
        case .transform(let stage): .transform(try stage.restricted(to: portion))
        case .processor(let stage): .processor(try stage.restricted(to: portion))
        case .sink(let stage): .sink(try stage.restricted(to: portion))
        }
    }

    /// The media types that the stage accepts.
    var acceptedTypes: Set<MediaType> {
        switch self {
        case .transform(let stage): type(of: stage).mediaTypes
        case .processor(let stage): type(of: stage).mediaTypes
        case .source, .sink: Set(MediaType.allCases)
        }
    }

    /// The grid of the segment boundaries; nil for stages without one.
    fileprivate var grid: SegmentGrid? {
        self.as(ForceKeyframes.self)?.grid ?? self.as(SegmentFragmentedMP4.self)?.grid
    }
}
