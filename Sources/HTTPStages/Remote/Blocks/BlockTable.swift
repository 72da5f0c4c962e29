/// The blocks of all objects in a cache: which are present, in use, or to be removed first.
struct BlockTable {
    struct Key: Hashable, Sendable {
        var object: Int
        var index: Int
    }

    private struct Block {
        var checksum: UInt32
        /// Whether this process wrote the block, or compared it with its checksum.
        var isVerified: Bool
        /// The number of leases.
        var pins = 0
        var used: UInt64
    }

    /// The maximum number of blocks.
    let limit: Int
    private var blocks: [Key: Block] = [:]
    private var counts: [Int: Int] = [:]
    /// The number of blocks that are being fetched.
    private var reserved = 0
    private var time: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// The number of blocks that are present.
    var count: Int { blocks.count }

    /// The number of blocks of an object.
    func count(of object: Int) -> Int { counts[object, default: 0] }

    /// The checksum of a block that no process has verified since the start; nil for other blocks.
    func unverifiedChecksum(of key: Key) -> UInt32? {
        blocks[key].flatMap { $0.isVerified ? nil : $0.checksum }
    }

    func isPresent(_ key: Key) -> Bool { blocks[key] != nil }

    mutating func verify(_ key: Key) { blocks[key]?.isVerified = true }

    /// Keeps a block until it is unpinned. Returns false if it is absent or not verified.
    mutating func pin(_ key: Key) -> Bool {
        guard let position = blocks.index(forKey: key), blocks.values[position].isVerified else { return false }
        time += 1
        blocks.values[position].used = time
        blocks.values[position].pins += 1
        return true
    }

    mutating func unpin(_ key: Key) { blocks[key]?.pins -= 1 }

    /// Reserves the space of blocks that will be added. Returns the blocks that were removed for them, which were not
    /// used for the longest time; nil, without a change, if too many blocks are in use.
    mutating func reserve(_ count: Int) -> [Key]? {
        let excess = blocks.count + reserved + count - limit
        guard excess > 0 else {
            reserved += count
            return []
        }
        let free = blocks.filter { $0.value.pins == 0 }
        guard free.count >= excess else { return nil }
        // Removes some more, so that the order is rarely determined.
        let removed = min(free.count, excess + limit / 64)
        let oldest = free.sorted { $0.value.used < $1.value.used }.prefix(removed).map(\.key)
        for key in oldest { remove(key) }
        reserved += count
        return oldest
    }

    /// Returns reserved space that is not used.
    mutating func cancel(_ count: Int) { reserved -= count }

    /// Adds a block, for which space was reserved, and pins it.
    mutating func add(_ key: Key, checksum: UInt32) {
        reserved -= 1
        time += 1
        if blocks.updateValue(Block(checksum: checksum, isVerified: true, pins: 1, used: time), forKey: key) == nil {
            counts[key.object, default: 0] += 1
        }
    }

    /// Adds a block that an earlier process wrote.
    mutating func restore(_ key: Key, checksum: UInt32) {
        time += 1
        blocks[key] = Block(checksum: checksum, isVerified: false, used: time)
        counts[key.object, default: 0] += 1
    }

    mutating func remove(_ key: Key) {
        guard blocks.removeValue(forKey: key) != nil else { return }
        counts[key.object, default: 0] -= 1
    }

    mutating func removeAll(of object: Int) {
        guard counts.removeValue(forKey: object) ?? 0 > 0 else { return }
        blocks = blocks.filter { $0.key.object != object }
    }
}
