import Dispatch
import Synchronization

/// A version of a remote object, and its files in a cache.
final class CachedObject: Sendable {
    let number: Int
    /// The size in bytes.
    let size: Int
    let files: BlockFiles
    let cache: BlockCache
    /// Whether the store has another version.
    let isReplaced = Atomic(false)

    init(number: Int, size: Int, files: BlockFiles, cache: BlockCache) {
        (self.number, self.size, self.files, self.cache) = (number, size, files, cache)
    }

    deinit {
        // The last reference can be released while the cache is locked.
        DispatchQueue.global().async { [cache, number] in cache.close(number) }
    }

    /// Returns the blocks that contain ranges, in order.
    func blocks(_ ranges: [Range<Int>]) -> [Int] {
        var indices: Set<Int> = []
        for range in ranges {
            let range = range.clamped(to: 0..<size)
            guard !range.isEmpty else { continue }
            indices.formUnion(
                range.lowerBound / BlockFiles.blockSize...(range.upperBound - 1) / BlockFiles.blockSize)
        }
        return indices.sorted()
    }
}
