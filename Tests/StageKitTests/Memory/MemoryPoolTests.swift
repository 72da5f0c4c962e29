import StageKit
import Testing

@Suite struct MemoryPoolTests {
    private func address(_ memory: UnsafeMutableRawBufferPointer) -> UInt { UInt(bitPattern: memory.baseAddress) }

    @Test func memoryOfSimilarSizesIsReused() {
        let pool = MemoryPool(maximumFreeBlocks: 4)
        var addresses: Set<UInt> = []
        for count in [1_000_000, 917_505, 1_048_576, 950_000] {
            let memory = pool.allocate(byteCount: count)
            #expect(memory.count == count && address(memory) % 64 == 0)
            memory.initializeMemory(as: UInt8.self, repeating: 1)
            addresses.insert(address(memory))
            pool.recycle(memory)
        }
        #expect(addresses.count == 1)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 80, 81, 1023, 1024, 1025, 1280, 1281, 5 << 20, (5 << 20) + 1])
    func anySizeIsCompletelyUsable(count: Int) {
        let pool = MemoryPool(maximumFreeBlocks: 1)
        for _ in 0..<2 {
            let memory = pool.allocate(byteCount: count)
            #expect(memory.count == max(count, 1))
            memory.initializeMemory(as: UInt8.self, repeating: 0xff)
            pool.recycle(memory)
        }
    }

    @Test func memoryOfAPeakIsGivenBack() {
        let pool = MemoryPool(maximumFreeBlocks: 32)
        let peak = (0..<32).map { _ in pool.allocate(byteCount: 1000) }
        for block in peak { pool.recycle(block) }
        #expect(pool.freeBlocks == 32)
        for _ in 0..<600 {
            let used = (0..<4).map { _ in pool.allocate(byteCount: 1000) }
            for block in used { pool.recycle(block) }
        }
        #expect(pool.freeBlocks == 4)
    }

    @Test func fullPoolKeepsTheMemoryThatWasUsedLast() {
        let pool = MemoryPool(maximumFreeBlocks: 2)
        let blocks = [100, 1000, 10_000].map { pool.allocate(byteCount: $0) }
        let last = blocks.dropFirst().map(address)
        for block in blocks { pool.recycle(block) }
        #expect([1000, 10_000].map { address(pool.allocate(byteCount: $0)) } == last)
    }
}
