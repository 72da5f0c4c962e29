import Media
package import StageKit

/// The figures of the movies of a library. They have no labels for movies, whose number is not limited.
package struct LibraryFigures: Sendable {
    /// All figures; servers add theirs.
    package let collection: StageFigures
    private let open: FigureGauge
    private let tables: FigureGauge
    private let opened: FigureCounter
    private let opening: FigureHistogram

    init(_ collection: StageFigures) {
        self.collection = collection
        open = collection.gauge(FigureName.moviesOpen, "Open movies")
        tables = collection.gauge(FigureName.movieTables, unit: .bytes, "Size of the tables of open movies in memory")
        opened = collection.counter(FigureName.moviesOpened, "Times that a movie was opened")
        opening = collection.histogram(FigureName.movieOpening, "Time for opening a movie")
    }

    func update(open count: Int, tables size: Int) {
        open.set(count)
        tables.set(size)
    }

    func recordOpening(_ time: Duration) {
        opened.add()
        opening.observe(time.seconds)
    }

    /// Counts a movie that could not be opened.
    func recordFailure(_ code: StageError.Code) {
        collection.counter(
            FigureName.movieFailures, labels: ["code": code.rawValue], "Movies that could not be opened, by error code"
        ).add()
    }
}
