import Testing

@testable import HTTPStages

@Suite struct BlockTableTests {
    private func key(_ index: Int) -> BlockTable.Key { BlockTable.Key(object: 1, index: index) }

    private func filled(_ count: Int) -> BlockTable {
        var table = BlockTable(limit: count)
        let removed = table.reserve(count)
        #expect(removed == [])
        for index in 0..<count {
            table.add(key(index), checksum: UInt32(index))
            table.unpin(key(index))
        }
        return table
    }

    @Test func leastRecentlyUsedBlocksAreRemovedFirst() {
        var table = filled(4)
        let isPinned = table.pin(key(0))
        table.unpin(key(0))
        let removed = table.reserve(2)
        #expect(isPinned && removed == [key(1), key(2)])
        #expect(table.count == 2 && table.isPresent(key(0)) && table.isPresent(key(3)))
    }

    @Test func leasedBlocksAreNeverRemoved() {
        var table = filled(4)
        for index in 0..<3 { _ = table.pin(key(index)) }
        let tooMany = table.reserve(2)
        #expect(tooMany == nil && table.count == 4)
        let last = table.reserve(1)
        #expect(last == [key(3)])
        let another = table.reserve(1)
        #expect(another == nil)
        table.cancel(1)
        let free = table.reserve(1)
        #expect(free == [])
    }

    @Test func blocksOfAnEarlierProcessAreUsedAfterVerification() {
        var table = BlockTable(limit: 4)
        table.restore(key(0), checksum: 7)
        let isUsed = table.pin(key(0))
        #expect(!isUsed && table.unverifiedChecksum(of: key(0)) == 7)
        table.verify(key(0))
        let isUsedLater = table.pin(key(0))
        #expect(isUsedLater && table.unverifiedChecksum(of: key(0)) == nil)
        table.removeAll(of: 1)
        #expect(table.count == 0 && table.count(of: 1) == 0)
    }
}
