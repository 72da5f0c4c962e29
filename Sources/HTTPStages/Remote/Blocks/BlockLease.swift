/// Keeps blocks in a cache as long as it exists.
final class BlockLease: Sendable {
    private let object: CachedObject
    let indices: [Int]

    /// Takes over the pins of blocks.
    init(object: CachedObject, indices: [Int]) { (self.object, self.indices) = (object, indices) }

    deinit { object.cache.release(indices, of: object.number) }
}
