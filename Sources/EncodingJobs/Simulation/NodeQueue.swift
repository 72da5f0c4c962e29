/// The nodes of a simulated cluster, ordered by the time at which they are free: a binary heap.
struct NodeQueue {
    /// A node, and the time at which it is free and at which it fails.
    struct Node {
        var free: Double
        var failure: Double
    }

    private var nodes: [Node] = []

    var first: Node? { nodes.first }

    mutating func insert(_ node: Node) {
        nodes.append(node)
        var child = nodes.count - 1
        while child > 0, nodes[child].free < nodes[(child - 1) / 2].free {
            nodes.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Node? {
        guard let first = nodes.first, let last = nodes.popLast() else { return nil }
        guard !nodes.isEmpty else { return first }
        nodes[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < nodes.count }
            guard let least = children.min(by: { nodes[$0].free < nodes[$1].free }),
                nodes[least].free < nodes[parent].free
            else { return first }
            nodes.swapAt(parent, least)
            parent = least
        }
    }
}
