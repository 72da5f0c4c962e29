import Foundation
import Synchronization
import Testing

@testable import OnDemand

struct ConcurrentConsumerTests {
    private struct Failure: Error, Equatable {
        let element: Int
    }

    @Test(arguments: [0, 1, 31, 32, 5000, 200_000])
    func elementsAreConsumedInOrder(count: Int) throws {
        var consumed: [Int] = []
        let result = try ConcurrentConsumer<[Int], Int>.run(&consumed) { consumer in
            for element in 0..<count { try consumer.add(element) }
            return "produced"
        } consume: { state, element in
            state.append(element)
        }
        #expect(result == "produced")
        #expect(consumed == Array(0..<count))
    }

    @Test func oneThreadIsEnough() throws {
        var threads: Set<pthread_t> = []
        try ConcurrentConsumer<Set<pthread_t>, Int>.run(&threads, isConcurrent: false) { consumer in
            for element in 0..<1000 { try consumer.add(element) }
        } consume: { threads, _ in
            threads.insert(pthread_self())
        }
        #expect(threads == [pthread_self()])
    }

    /// A consumer that is slower than the producer.
    @Test func pendingElementsAreLimited() throws {
        let (added, consumed) = (Counter(), Counter())
        var longest = 0
        try ConcurrentConsumer<Int, Int>.run(&longest) { consumer in
            for element in 0..<20_000 {
                try consumer.add(element)
                added.increment()
            }
        } consume: { longest, element in
            if element % 100 == 0 { usleep(500) }
            consumed.increment()
            longest = max(longest, added.value - consumed.value)
        }
        #expect(longest > 0)
        // Those that wait, and those that are being consumed.
        #expect(longest <= 2 * 4096)
        #expect(consumed.value == 20_000)
    }

    @Test func errorOfConsumerEndsTheProducer() {
        let added = Counter()
        var state = 0
        #expect(throws: Failure(element: 700)) {
            try ConcurrentConsumer<Int, Int>.run(&state) { consumer in
                while true {
                    try consumer.add(added.value)
                    added.increment()
                }
            } consume: { _, element in
                if element == 700 { throw Failure(element: element) }
            }
        }
        #expect(added.value >= 700)
    }

    @Test func errorOfTheProducerComesAfterThoseOfItsElements() {
        var state = 0
        #expect(throws: Failure(element: 1)) {
            try ConcurrentConsumer<Int, Int>.run(&state) { consumer in
                for element in 0..<10 { try consumer.add(element) }
                throw Failure(element: 10)
            } consume: { _, element in
                if element == 1 { throw Failure(element: element) }
            }
        }
        #expect(throws: Failure(element: 10)) {
            try ConcurrentConsumer<Int, Int>.run(&state) { consumer in
                for element in 0..<10 { try consumer.add(element) }
                throw Failure(element: 10)
            } consume: { _, _ in
            }
        }
    }
}

private final class Counter: Sendable {
    private let stored = Atomic(0)

    var value: Int { stored.load(ordering: .relaxed) }

    func increment() { stored.wrappingAdd(1, ordering: .relaxed) }
}
