import Media
import StageKit
import Testing

@testable import HTTPStages

/// A queue whose requests the test answers.
struct PushQueueHarness {
    var queue: PushQueue
    var now = MonotonicTime.zero
    var random = 0.0

    init(_ configure: (inout PushQueue.Limits) -> Void = { _ in }, spill: SpillFolder? = nil) {
        var limits = PushQueue.Limits()
        configure(&limits)
        queue = PushQueue(limits: limits, spill: spill)
    }

    mutating func apply(_ resources: Resource...) { for resource in resources { queue.apply(resource, at: now) } }
    /// Starts the next request and returns its item.
    mutating func first() throws -> PushItem {
        let item = queue.start(at: now)
        return try #require(item)
    }
    /// Starts all requests that can be started now.
    mutating func started() -> [PushItem] {
        var items: [PushItem] = []
        while let item = queue.start(at: now) { items.append(item) }
        return items
    }
    mutating func paths() -> [String] { started().map { ($0.isDelete ? "-" : "") + $0.path } }
    mutating func finish(_ item: PushItem, _ outcome: PushQueue.Outcome = .done) {
        queue.finish(item.number, outcome, at: now, random: random)
    }
    /// Completes requests successfully until none can be started. Returns their paths.
    mutating func finishAll() -> [String] {
        var paths: [String] = []
        while case let items = started(), !items.isEmpty {
            for item in items {
                paths.append((item.isDelete ? "-" : "") + item.path)
                finish(item)
            }
        }
        return paths
    }
    mutating func pass(_ seconds: Double) { now += .seconds(seconds) }
}

extension PushItem {
    var text: String { String(decoding: content?.pieces.flatMap(\.bytes.bytes) ?? [], as: UTF8.self) }
}
