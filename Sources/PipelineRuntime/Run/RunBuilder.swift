import Media
import StageKit

/// Builds a run from a plan: tasks, the links between them, and the nodes inside them.
///
/// Works from the last stage to the first, so that the consumers of a stage exist before the stage is built. The
/// existential payload types are opened here, once per run.
final class RunBuilder {
    let plan: PipelinePlan
    let options: RunOptions
    let monitor: RunMonitor
    let layout: PlanLayout
    /// The run-wide number of each stage, in plan order.
    let numbers: [Int]
    /// The time that `RunOptions.duration` is counted from.
    let origin: MediaOrigin
    /// The runtime objects of the stages that already run, by name; empty for a new run.
    let existing: [String: StageRuntime]
    let changes: [PlanDifference.StageChange]
    /// The runtime objects of the stages after the build, by name.
    var runtimes: [String: StageRuntime] = [:]
    var modifications: [Int: ChainModification] = [:]
    private(set) var tasks: [StageTask] = []
    private(set) var links: [any AnyLink] = []
    private var linkOfStage: [Int: any AnyLink] = [:]
    /// The first nodes of transforms that share a task, one per input.
    private var fronts: [Int: [ChainNode]] = [:]
    var drafts: [Int: ChainDraft] = [:]
    /// The chain index of each stage's node.
    var place: [Int]
    /// The media that the stages have received.
    private let progress = StageProgress()
    /// The watchdogs of the stages that are built.
    private(set) var watchdogs: [StageWatchdog] = []

    /// A chain under construction, or the nodes to add to a running chain.
    final class ChainDraft {
        let board: ChainEffects
        var nodes: [ChainNode?]
        var leafNodes: [ChainNode] = []
        var leaves: [(leaf: Chain.Leaf, place: Int)] = []

        init(places: Int, board: ChainEffects = ChainEffects()) {
            self.board = board
            nodes = Array(repeating: nil, count: places)
        }
    }

    /// Builds a complete plan, or extends the `existing` stages as `changes` requires.
    init(
        plan: PipelinePlan, options: RunOptions, monitor: RunMonitor, origin: MediaOrigin = MediaOrigin(),
        numbers: [Int]? = nil, standing: [String: StageRuntime] = [:], fates: [PlanDifference.StageChange]? = nil
    ) throws(Diagnostic) {
        self.plan = plan
        self.options = options
        self.monitor = monitor
        self.origin = origin
        self.existing = standing
        self.numbers = numbers ?? Array(plan.stages.indices)
        self.changes = fates ?? plan.stages.map { _ in .added }
        layout = try PlanLayout(plan)
        place = layout.place
        for (task, places) in layout.placesInTask where !isKept(task) { drafts[task] = ChainDraft(places: places) }
        try extendChains()
        for stage in plan.stages.indices.reversed() { try add(stage) }
        tasks.reverse()
        links.reverse()
        progress.set(
            chains: runtimes.values.compactMap(\.chain), links: links,
            inputs: Dictionary(
                uniqueKeysWithValues: plan.stages.indices.map { stage in
                    (self.numbers[stage], layout.inputs[stage].map { self.numbers[$0] })
                }))
    }

    private func add(_ stage: Int) throws(Diagnostic) {
        if isKept(stage) { return try reuse(stage) }
        switch plan.stages[stage].recovering {
        case .source(let source): try add(source: source, stage)
        case .transform(let transform):
            if layout.task[stage] == stage {
                try add(head: transform, stage)
            } else {
                try add(fused: transform, stage)
            }
        case .processor(let processor): try add(processor: processor, stage)
        case .sink(let sink): add(sink: sink, stage)
        }
    }

    // MARK: Stages

    private func add<S: Source>(source: S, _ stage: Int) throws(Diagnostic) {
        let (head, chain) = try makeHead(
            S.Output.self, stage, limiter: options.duration.map { DurationLimiter($0, from: origin) })
        try add(source: source, stage, head, chain)
    }

    func add<S: Source>(
        source: S, _ stage: Int, _ head: ChainHeadNode<S.Output>, _ chain: Chain
    ) throws(Diagnostic) {
        let stop = StopSignal()
        var afterBatch: (@Sendable () -> Void)?
        if options.duration != nil {
            if (source as? any PaceDeclaring)?.isLive == true { origin.expectTrack(of: numbers[stage], stop) }
            afterBatch = { [weak chain, origin] in
                guard chain?.hasReachedDuration == true else { return }
                stop.raise()
                origin.endAwaited()
            }
        }
        let outlet = makeOutlet(head, chain, stage, source.whenFull, upstream: nil, afterBatch)
        tasks.append(
            StageTask(
                stage: numbers[stage], role: .source, stop: stop, link: nil, outlet: outlet, chain: chain,
                trackIDs: existing[plan.stages[stage].name]?.trackIDs
            ) {
                try await source.run(output: outlet, context: $0)
            })
    }

    private func add<S: Processor>(processor: S, _ stage: Int) throws(Diagnostic) {
        let (head, chain) = try makeHead(S.Output.self, stage, limiter: nil)
        try add(processor: processor, stage, head, chain)
    }

    func add<S: Processor>(
        processor: S, _ stage: Int, _ head: ChainHeadNode<S.Output>, _ chain: Chain
    ) throws(Diagnostic) {
        let link = makeLink(S.Input.self, stage)
        let observer = (processor as? any RequestObserving).map { observing in
            { @Sendable (request: UpstreamRequest) in observing.observe(request) }
        }
        let outlet = makeOutlet(head, chain, stage, .wait, upstream: link.requests, observer: observer, nil)
        let watch = watchdog(stage)
        tasks.append(
            StageTask(
                stage: numbers[stage], role: .processor, link: link, outlet: outlet, chain: chain,
                trackIDs: existing[plan.stages[stage].name]?.trackIDs
            ) {
                try await processor.run(input: LinkInlet(link: link, watchdog: watch), output: outlet, context: $0)
            })
    }

    private func add<S: Sink>(sink: S, _ stage: Int) {
        let link = makeLink(S.Input.self, stage)
        let watch = watchdog(stage)
        let firstReceive =
            S.startsBeforeSources
            ? OnceHandler { [monitor, number = numbers[stage]] in monitor.markPrepared(number) } : nil
        let observer = PublicationObserver<S.Input> { [monitor, number = numbers[stage]] resource in
            monitor.published(resource, by: number)
        }
        tasks.append(
            StageTask(
                stage: numbers[stage], role: .sink, link: link, outlet: nil, chain: nil,
                startsBeforeSources: S.startsBeforeSources, onError: plan.stages[stage].onError
            ) {
                let inlet = LinkInlet(link: link, watchdog: watch, firstReceive: firstReceive, observer: observer)
                try await sink.run(input: inlet, context: $0)
            })
    }

    /// Builds a transform that heads a task, since its inputs are merged or come from several tasks.
    private func add<S: Transform>(head transform: S, _ stage: Int) throws(Diagnostic) {
        let node = try makeNode(transform, stage)
        let link = makeLink(S.Input.self, stage)
        let chain = makeChain(stage)
        chain.outgoing.add { link.requests.send($0) }
        let input = ChainInput(chain: chain, root: node)
        tasks.append(
            StageTask(stage: numbers[stage], role: .transform, link: link, outlet: nil, chain: chain) { _ in
                var batch: [Message<S.Input>] = []
                while try await link.dequeue(into: &batch, onHeldVideo: { try input.request(holding: $0) }) {
                    if try input.process(batch) { try await chain.waitForSpace() }
                    batch.removeAll(keepingCapacity: true)
                }
            })
    }

    private func add<S: Transform>(fused transform: S, _ stage: Int) throws(Diagnostic) {
        let node = try makeNode(transform, stage)
        var front: ReceivingNode<S.Input> = node
        if joinsRunningStage(stage), let filter = JoinFilter<S.Input>() { front = JoinFilterNode(filter, below: node) }
        fronts[stage] = Array(repeating: front, count: layout.inputs[stage].count)
    }

    // MARK: Nodes and links

    private func makeNode<S: Transform>(_ transform: S, _ stage: Int) throws(Diagnostic) -> TransformNode<
        S.Input, S.Output
    > {
        let fanOut = FanOut(try makeChildren(of: stage, S.Output.self))
        let node = transformNode(transform, stage, fanOut)
        draft(layout.task[stage]).nodes[place[stage]] = node
        register(stage, fanOut: fanOut, node: node)
        return node
    }

    func transformNode<S: Transform>(
        _ transform: S, _ stage: Int, _ fanOut: FanOut<S.Output>
    ) -> TransformNode<S.Input, S.Output> {
        // The head of a task has no parent in its chain.
        let parents = layout.task[stage] == stage ? [] : layout.inputs[stage].map { place[$0] }
        return TransformNode(
            StageCaller(transform), mediaTypes: S.mediaTypes, isImmediate: S.self is any ImmediateTransform.Type,
            stage: numbers[stage], board: draft(layout.task[stage]).board, parents: parents, fanOut: fanOut,
            clock: options.clock, unused: UnusedTracks(acceptedTypes: layout.acceptedMediaTypes(from: stage)),
            watch: watchdog(stage), figures: monitor.figures(of: numbers[stage]), losses: losses)
    }

    private func makeHead<Output: Payload>(
        _ type: Output.Type, _ stage: Int, limiter: DurationLimiter?
    ) throws(Diagnostic) -> (ChainHeadNode<Output>, Chain) {
        let draft = draft(stage)
        let fanOut = FanOut(try makeChildren(of: stage, type))
        let head = ChainHeadNode<Output>(
            stage: numbers[stage], board: draft.board, fanOut: fanOut,
            unused: UnusedTracks(acceptedTypes: layout.acceptedMediaTypes(from: stage)), limiter: limiter,
            losses: losses)
        draft.nodes[0] = head
        register(stage, fanOut: fanOut, node: head)
        return (head, makeChain(stage))
    }

    private func makeOutlet<Output: Payload>(
        _ head: ChainHeadNode<Output>, _ chain: Chain, _ stage: Int, _ policy: OverflowPolicy, upstream: RequestRouter?,
        observer: (@Sendable (UpstreamRequest) -> Void)? = nil, _ afterBatch: (@Sendable () -> Void)?
    ) -> StageOutlet<Output> {
        let outlet = StageOutlet(
            stage: numbers[stage], input: ChainInput(chain: chain, root: head), policy: policy, limits: options.limits,
            monitor: monitor, upstream: upstream, observer: observer, watch: watchdog(stage), losses: losses,
            afterBatch: afterBatch)
        chain.outgoing.replace { [weak outlet] in outlet?.receive($0) }
        return outlet
    }

    /// The media lost by the stages of the run.
    private var losses: MediaLosses { options.services.value { MediaLosses() } }

    private func makeChain(_ task: Int) -> Chain {
        let draft = draft(task)
        let chain = Chain(
            nodes: draft.nodes.compactMap { $0 } + draft.leafNodes, board: draft.board,
            leaves: draft.leaves.map(\.leaf), monitor: monitor, clock: options.clock)
        runtimes[plan.stages[task].name]?.chain = chain
        for (leaf, place) in draft.leaves {
            leaf.link.requests.add { [weak chain] in chain?.receive($0, at: place) }
        }
        return chain
    }

    private func makeLink<Input: Payload>(_ type: Input.Type, _ stage: Int) -> Link<Input> {
        let queue = LinkQueue<Input>(
            inputs: plan.stages[stage].inputs, order: layout.order(of: stage), limits: options.limits,
            related: layout.related(stage))
        let link = Link(
            consumer: numbers[stage], producers: layout.inputs[stage].map { numbers[$0] }, queue: queue,
            join: joinsRunningStage(stage) ? JoinFilter<Input>() : nil, deadline: deadline(of: stage))
        linkOfStage[stage] = link
        links.append(link)
        return link
    }

    /// The deadline for media of a merge's inputs.
    private func deadline(of stage: Int) -> TrackDeadline? {
        guard layout.order(of: stage) == .mediaTime else { return nil }
        let (number, name, inputs) = (numbers[stage], plan.stages[stage].name, plan.stages[stage].inputs)
        let producers = layout.inputs[stage].map { numbers[$0] }
        return TrackDeadline(
            clock: options.clock, sent: { [progress] in progress.sent },
            isSlow: { [progress] media, before in
                let producer = producers[media.input]
                guard let type = media.mediaType else { return progress.hasMedia(producer) }
                return progress.hasSent(type, above: producer, since: before)
            },
            report: { [monitor] media, change in
                monitor.report(
                    TrackDeadline.problem(media, change, from: inputs[media.input], of: name), from: number)
            })
    }

    private func makeChildren<Output: Payload>(
        of stage: Int, _ type: Output.Type
    ) throws(Diagnostic) -> [ReceivingNode<Output>] {
        var children: [ReceivingNode<Output>] = []
        for (consumer, input) in layout.consumers[stage] {
            children.append(try child(consumer, input, below: stage))
        }
        return children
    }

    /// Returns the node that feeds an input of a consumer. Throws when the payload types differ.
    func child<Output: Payload>(
        _ consumer: Int, _ input: Int, below stage: Int
    ) throws(Diagnostic) -> ReceivingNode<Output> {
        guard let child: ReceivingNode<Output> = makeChild(consumer, input, below: stage) else {
            throw mismatch(stage, consumer)
        }
        return child
    }

    private func makeChild<Output: Payload>(_ consumer: Int, _ input: Int, below stage: Int) -> ReceivingNode<Output>? {
        if let front = fronts[consumer]?[input] { return front as? ReceivingNode<Output> }
        guard let link = linkOfStage[consumer] as? Link<Output> else { return nil }
        let draft = draft(layout.task[stage])
        let leaf = LinkNode(
            link: link, input: input, filter: TrackFilter(layout.mediaTypes[consumer]), board: draft.board,
            parents: [])
        draft.leafNodes.append(leaf)
        draft.leaves.append((Chain.Leaf(link: link, input: input), place[stage]))
        return leaf
    }

    private func register(_ stage: Int, fanOut: any AnyFanOut, node: ChainNode) {
        runtimes[plan.stages[stage].name] = StageRuntime(place: place[stage], fanOut: fanOut, node: node)
    }

    private func watchdog(_ stage: Int) -> StageWatchdog {
        let planned = plan.stages[stage]
        if let watch = watchdogs.first(where: { $0.stage == numbers[stage] }) { return watch }
        let watch = StageWatchdog(stage: numbers[stage], name: planned.name, kind: planned.description.kind)
        watchdogs.append(watch)
        return watch
    }

    private func draft(_ task: Int) -> ChainDraft {
        guard let draft = drafts[task] else { preconditionFailure("every task with an output has a chain") }
        return draft
    }

    private func mismatch(_ stage: Int, _ consumer: Int) -> Diagnostic {
        let (above, below) = (plan.stages[stage], plan.stages[consumer])
        return Diagnostic(
            code: "payload-mismatch",
            message: "'\(below.name)' accepts \(below.description.inputName ?? "nothing"), but '\(above.name)' emits "
                + (above.description.outputName ?? "nothing"))
    }
}
