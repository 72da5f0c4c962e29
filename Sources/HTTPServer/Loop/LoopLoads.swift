import Synchronization

/// The loads of the loops of a server, each as of its last tick.
final class LoopLoads: Sendable {
    private let loads: Mutex<[ServerLoad]>

    /// The number of loops.
    let count: Int

    init(_ count: Int) {
        self.count = count
        loads = Mutex(Array(repeating: ServerLoad(connections: 0, heldRequests: [:]), count: count))
    }

    func set(_ load: ServerLoad, at position: Int) { loads.withLock { $0[position] = load } }

    /// The sum of all loads.
    var total: ServerLoad {
        loads.withLock { loads in
            loads.dropFirst().reduce(loads[0]) { total, load in
                ServerLoad(
                    connections: total.connections + load.connections,
                    heldRequests: total.heldRequests.merging(load.heldRequests, uniquingKeysWith: +))
            }
        }
    }
}
