import StageKit
import Synchronization
import Testing

@Suite struct HandlerSlotTests {
    /// A closure in a mutex is wrapped at each reading, so that each call is deeper than the one before.
    @Test func laterCallsAreNotDeeper() {
        let slot = HandlerSlot<@Sendable (Int) -> Void>()
        let places = Mutex<Set<UInt>>([])
        slot.set { number in
            var number = number
            withUnsafeMutablePointer(to: &number) { pointer in
                places.withLock { _ = $0.insert(UInt(bitPattern: pointer)) }
            }
        }
        for number in 0..<1000 { slot.handler?(number) }
        #expect(places.withLock { $0.count } == 1)
    }

    @Test func handlerIsTakenOnce() {
        let slot = HandlerSlot<@Sendable () -> Int>({ 1 })
        #expect(slot.take()?() == 1)
        #expect(slot.take() == nil && slot.handler == nil)
        slot.set { 2 }
        #expect(slot.handler?() == 2)
    }
}
