package import Media

/// Why a file cannot be read as a movie.
package enum MovieFileError: Error, Hashable, CustomStringConvertible {
    case empty
    /// It does not begin with a box of an ISO base media or QuickTime file.
    case notAMovie
    /// It ends inside a box that has to be whole.
    case truncatedHeader(box: FourCC, neededBytes: Int, fileBytes: Int)
    case noMovieBox(MissingMovieBox)
    case damaged(box: FourCC, offset: Int, why: String)
    /// It goes past a limit of the reader.
    case tooLarge(what: String, limit: Int)

    /// What the file has where its movie box should be.
    package enum MissingMovieBox: Sendable, Hashable {
        /// Media, of which some may be missing too.
        case cutOff(fileBytes: Int)
        /// Movie fragments without their initialization segment.
        case fragmentsOnly
        /// Other boxes only.
        case absent
    }

    /// A short name of the error, stable across versions.
    package var code: String {
        switch self {
        case .empty: "movie-empty"
        case .notAMovie: "movie-not-a-movie"
        case .truncatedHeader: "movie-truncated-header"
        case .noMovieBox: "movie-no-movie-box"
        case .damaged: "movie-damaged"
        case .tooLarge: "movie-too-large"
        }
    }

    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .notAMovie: "it is not an MP4 or QuickTime file, which begin with a box such as ftyp or moov"
        case .truncatedHeader(let box, let needed, let bytes):
            "the file is cut off inside its \(box) box: it needs \(needed) bytes and has \(bytes)"
        case .noMovieBox(.cutOff(let bytes)):
            "the file is cut off before its movie box: it has media and ends after \(bytes) bytes without a moov box"
        case .noMovieBox(.fragmentsOnly):
            "the file has movie fragments only, their initialization segment with the moov box has to come before them"
        case .noMovieBox(.absent): "the file has no movie box (moov)"
        case .damaged(let box, let offset, let why): "the \(box) box at offset \(offset) is damaged: \(why)"
        case .tooLarge(let what, let limit): "too many \(what), at most \(limit) are read"
        }
    }
}

/// The limits that keep hostile files from costing more than their size.
package enum MovieLimits {
    /// Boxes at the top level of a file.
    package static let topLevelBoxes = 2_000_000
    /// Boxes in one box of the movie header.
    package static let childBoxes = 4096
    package static let tracks = 64
    /// Sample entries of a track that are looked at.
    package static let sampleEntries = 256
    /// Samples of one track.
    package static let samples = 1 << 27
}
