import StageKit

/// What there is of a stage in a run, for those who change it.
struct StagePart: Sendable {
    /// Where its node is in its chain.
    let place: Int
    // Safe because both belong to a chain and are touched only while that chain's lock is held.
    nonisolated(unsafe) let fanOut: (any AnyFanOut)?
    // Safe because it belongs to a chain and is touched only while that chain's lock is held.
    nonisolated(unsafe) let node: ChainNode?
    /// The chain that it heads.
    var chain: Chain?
    /// The identities of the tracks it made.
    var trackIDs: TrackIDs?
}

/// A transform that takes the place of another in a chain that goes on.
struct NodeReplacement {
    let place: Int
    let former: ChainNode
    let node: ChainNode
    let parent: any AnyFanOut
}

/// What becomes different in a chain that goes on.
final class ChainSplice {
    let chain: Chain
    /// What the head is told when another stage is to give to it, and when that one begins.
    var handovers: [() -> Void] = []
    var heads: [() -> Void] = []
    var replacements: [NodeReplacement] = []
    var attachments: [() throws(StageFailure) -> Void] = []
    var nodes: [(place: Int, node: ChainNode)] = []
    var leafNodes: [ChainNode] = []
    var leaves: [Chain.Leaf] = []

    init(chain: Chain) { self.chain = chain }

    /// Takes away what belongs to stages that go, in good order: it finishes what it has, except where that would
    /// close an output that is gone on with.
    func remove(_ going: Set<Int>, continued: Set<Int>) {
        chain.change { nodes throws(StageFailure) in
            // The head of a chain that goes on stays, whoever gives to it.
            for (index, node) in nodes.enumerated() {
                guard let node, index == 0 || !going.contains(node.stage) else { continue }
                node.detach(going)
            }
            let gone = nodes.indices.filter { index in
                guard let node = nodes[index], index > 0 else { return false }
                return going.contains(node.stage) && !replacements.contains { $0.former === node }
            }
            defer {
                for index in gone {
                    nodes[index]?.end(failed: false)
                    nodes[index] = nil
                }
                while case .some(.none) = nodes.last { nodes.removeLast() }
            }
            for index in gone {
                guard let node = nodes[index], !continued.contains(node.stage) else { continue }
                try node.finish()
            }
        }
        chain.removeLeaves(to: going)
    }

    /// Lets transforms take the places of others, between two batches, and prepares the head for another stage.
    func replace() {
        guard !replacements.isEmpty || !handovers.isEmpty else { return }
        chain.change { nodes throws(StageFailure) in
            for handover in handovers { handover() }
            for replacement in replacements where nodes.indices.contains(replacement.place) {
                try replacement.former.finish()
                nodes[replacement.place] = replacement.node
                try replacement.parent.replace(replacement.former.stage, by: replacement.node)
            }
        }
    }

    /// Puts what is new into its places, where requests find it, but gives nothing to it yet.
    func place() {
        chain.change { nodes throws(StageFailure) in
            for (place, node) in self.nodes {
                while nodes.count <= place { nodes.append(nil) }
                nodes[place] = node
            }
            nodes += leafNodes
        }
    }

    /// Joins what is new to what gives to it.
    func join() {
        chain.add(leaves)
        var hasJoined = false
        chain.change { nodes throws(StageFailure) in
            hasJoined = true
            for head in heads { head() }
            for attach in attachments { try attach() }
        }
        // What has ended meanwhile gives nothing.
        if !hasJoined { for leaf in leaves { leaf.link.end(leaf.input, failed: false) } }
    }
}

extension Chain {
    /// Leaves the outputs open of stages whose output is gone on with.
    func keepOpen(_ continued: Set<Int>) {
        change { nodes throws(StageFailure) in
            for case let node? in nodes where continued.contains(node.stage) { node.isContinued = true }
        }
    }
}
