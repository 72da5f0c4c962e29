import StageKit

/// The figures of a cache of blocks.
struct BlockFigures: Sendable {
    private let hits: FigureCounter
    private let misses: FigureCounter
    private let fetched: FigureCounter
    private let cached: FigureGauge

    init(_ figures: StageFigures) {
        hits = figures.counter(FigureName.movieCacheHits, "Blocks of remote movies that were in the cache")
        misses = figures.counter(FigureName.movieCacheMisses, "Blocks of remote movies that were fetched")
        fetched = figures.counter(FigureName.movieFetched, unit: .bytes, "Bytes of remote movies that were fetched")
        cached = figures.gauge(FigureName.movieCached, unit: .bytes, "Size of the blocks in the cache")
    }

    func addHits(_ count: Int) { hits.add(count) }

    func add(hits hit: Int, misses missed: Int) {
        hits.add(hit)
        misses.add(missed)
    }

    func addFetched(_ size: Int) { fetched.add(size) }

    func update(blocks: Int) { cached.set(blocks * BlockFiles.blockSize) }
}
