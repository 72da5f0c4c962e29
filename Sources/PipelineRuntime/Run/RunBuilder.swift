import Media
import StageKit

/// Puts a plan together: which stages share a task, the links between tasks, the nodes inside them.
///
/// Works from the last stage to the first, so that what a stage gives to is there when the stage is made. Payload
/// types are opened here, once.
final class RunBuilder {
    let plan: PipelinePlan
    let options: RunOptions
    let status: RunStatus
    let layout: PlanLayout
    /// Where `RunOptions.duration` is counted from.
    private let origin = MediaOrigin()
    private(set) var tasks: [StageTask] = []
    private(set) var links: [any AnyLink] = []
    private var linkOfStage: [Int: any AnyLink] = [:]
    /// The nodes of fused transforms, one for each input.
    private var fronts: [Int: [ChainNode]] = [:]
    private var drafts: [Int: ChainDraft] = [:]

    /// A chain that is being put together.
    private final class ChainDraft {
        let board = ChainBoard()
        var nodes: [ChainNode?]
        var leafNodes: [ChainNode] = []
        var leaves: [(leaf: Chain.Leaf, place: Int)] = []

        init(places: Int) { nodes = Array(repeating: nil, count: places) }
    }

    init(plan: PipelinePlan, options: RunOptions, status: RunStatus) throws(Diagnostic) {
        self.plan = plan
        self.options = options
        self.status = status
        layout = try PlanLayout(plan)
        for (task, places) in layout.placesInTask { drafts[task] = ChainDraft(places: places) }
        for stage in plan.stages.indices.reversed() { try add(stage) }
        tasks.reverse()
        links.reverse()
    }

    private func add(_ stage: Int) throws(Diagnostic) {
        switch plan.stages[stage].stage {
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
        let stop = StopSignal()
        var afterBatch: (@Sendable () -> Void)?
        if options.duration != nil { afterBatch = { [weak chain] in chain?.raiseAtDuration(stop) } }
        let outlet = makeOutlet(head, chain, stage, source.whenFull, upstream: nil, afterBatch)
        tasks.append(
            StageTask(stage: stage, role: .source, stop: stop, link: nil, outlet: outlet, chain: chain) {
                try await source.run(output: outlet, context: $0)
            })
    }

    private func add<S: Processor>(processor: S, _ stage: Int) throws(Diagnostic) {
        let (head, chain) = try makeHead(S.Output.self, stage, limiter: nil)
        let link = makeLink(S.Input.self, stage, order: .arrival)
        let outlet = makeOutlet(head, chain, stage, .wait, upstream: link.requests, nil)
        tasks.append(
            StageTask(stage: stage, role: .processor, link: link, outlet: outlet, chain: chain) {
                try await processor.run(input: LinkInlet(link: link), output: outlet, context: $0)
            })
    }

    private func add<S: Sink>(sink: S, _ stage: Int) {
        let isMerged = S.interleavesInputs && plan.stages[stage].inputs.count > 1
        let link = makeLink(S.Input.self, stage, order: isMerged ? .mediaTime : .arrival)
        tasks.append(
            StageTask(stage: stage, role: .sink, link: link, outlet: nil, chain: nil) {
                try await sink.run(input: LinkInlet(link: link), context: $0)
            })
    }

    /// Transforms whose inputs come from several tasks begin a task of their own.
    private func add<S: Transform>(head transform: S, _ stage: Int) throws(Diagnostic) {
        let node = try makeNode(transform, stage)
        let link = makeLink(S.Input.self, stage, order: S.interleavesInputs ? .mediaTime : .arrival)
        let chain = makeChain(stage)
        chain.outgoing.add { link.requests.send($0) }
        let input = ChainInput(chain: chain, root: node)
        tasks.append(
            StageTask(stage: stage, role: .transform, link: link, outlet: nil, chain: chain) { _ in
                var batch: [Message<S.Input>] = []
                while try await link.take(into: &batch) {
                    if try input.give(batch) { try await chain.waitForRoom() }
                    batch.removeAll(keepingCapacity: true)
                }
            })
    }

    private func add<S: Transform>(fused transform: S, _ stage: Int) throws(Diagnostic) {
        let node = try makeNode(transform, stage)
        let inputs = layout.inputs[stage]
        guard let place = layout.mergePlace[stage] else {
            fronts[stage] = Array(repeating: node, count: inputs.count)
            return
        }
        let queue = MergeQueue<S.Input>(inputs: plan.stages[stage].inputs, limits: options.limits)
        let merge = MergeNode(queue: queue, below: node, stage: stage, board: node.board, parents: [])
        drafts[layout.task[stage]]?.nodes[place] = merge
        fronts[stage] = inputs.indices.map { MergeInputNode(merge: merge, input: $0) }
    }

    // MARK: Nodes and links

    private func makeNode<S: Transform>(_ transform: S, _ stage: Int) throws(Diagnostic) -> TransformNode<
        S.Input, S.Output
    > {
        let draft = draft(layout.task[stage])
        // The head of a task has nobody above it in its chain.
        let parents = layout.task[stage] == stage ? [] : layout.inputs[stage].map { layout.place[$0] }
        let node = TransformNode(
            StageCaller(transform), mediaTypes: S.mediaTypes, stage: stage, board: draft.board, parents: parents,
            children: try makeChildren(of: stage, S.Output.self),
            unused: UnusedTracks(taken: layout.mediaTypesTaken(from: stage)))
        draft.nodes[layout.place[stage]] = node
        return node
    }

    private func makeHead<Output: Payload>(
        _ type: Output.Type, _ stage: Int, limiter: DurationLimiter?
    ) throws(Diagnostic) -> (HeadNode<Output>, Chain) {
        let draft = draft(stage)
        let head = HeadNode<Output>(
            stage: stage, board: draft.board, children: try makeChildren(of: stage, type),
            unused: UnusedTracks(taken: layout.mediaTypesTaken(from: stage)), limiter: limiter)
        draft.nodes[0] = head
        return (head, makeChain(stage))
    }

    private func makeOutlet<Output: Payload>(
        _ head: HeadNode<Output>, _ chain: Chain, _ stage: Int, _ policy: FullPolicy, upstream: RequestPath?,
        _ afterBatch: (@Sendable () -> Void)?
    ) -> StageOutlet<Output> {
        let outlet = StageOutlet(
            stage: stage, input: ChainInput(chain: chain, root: head), policy: policy, limits: options.limits,
            status: status, upstream: upstream, afterBatch: afterBatch)
        chain.outgoing.add { [weak outlet] in outlet?.receive($0) }
        return outlet
    }

    private func makeChain(_ task: Int) -> Chain {
        let draft = draft(task)
        let chain = Chain(
            nodes: draft.nodes.compactMap { $0 } + draft.leafNodes, board: draft.board,
            leaves: draft.leaves.map(\.leaf), status: status)
        for (leaf, place) in draft.leaves {
            leaf.link.requests.add { [weak chain] in chain?.receive($0, at: place) }
        }
        return chain
    }

    private func makeLink<Input: Payload>(_ type: Input.Type, _ stage: Int, order: LinkQueue<Input>.Order) -> Link<
        Input
    > {
        let queue = LinkQueue<Input>(
            inputs: plan.stages[stage].inputs, order: order, limits: options.limits, related: layout.related(stage))
        let link = Link(consumer: stage, producers: layout.inputs[stage], queue: queue)
        linkOfStage[stage] = link
        links.append(link)
        return link
    }

    private func makeChildren<Output: Payload>(
        of stage: Int, _ type: Output.Type
    ) throws(Diagnostic) -> [ReceivingNode<Output>] {
        var children: [ReceivingNode<Output>] = []
        for (consumer, input) in layout.consumers[stage] {
            guard let child: ReceivingNode<Output> = makeChild(consumer, input, below: stage) else {
                throw mismatch(stage, consumer)
            }
            children.append(child)
        }
        return children
    }

    private func makeChild<Output: Payload>(_ consumer: Int, _ input: Int, below stage: Int) -> ReceivingNode<Output>? {
        if let front = fronts[consumer]?[input] { return front as? ReceivingNode<Output> }
        guard let link = linkOfStage[consumer] as? Link<Output> else { return nil }
        let draft = draft(layout.task[stage])
        let leaf = LeafNode(
            link: link, input: input, filter: TrackFilter(layout.mediaTypes[consumer]), board: draft.board,
            parents: [])
        draft.leafNodes.append(leaf)
        draft.leaves.append((Chain.Leaf(link: link, input: input), layout.place[stage]))
        return leaf
    }

    private func draft(_ task: Int) -> ChainDraft {
        guard let draft = drafts[task] else { preconditionFailure("every task that gives something has a chain") }
        return draft
    }

    private func mismatch(_ stage: Int, _ consumer: Int) -> Diagnostic {
        let (above, below) = (plan.stages[stage], plan.stages[consumer])
        return Diagnostic(
            code: "payload-mismatch",
            message: "'\(below.name)' takes \(below.description.inputName ?? "nothing"), but '\(above.name)' gives "
                + (above.description.outputName ?? "nothing"))
    }
}
