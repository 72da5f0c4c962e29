package import Media

/// The reason why a file cannot be read as a movie.
package enum MovieFileError: Error, Hashable, CustomStringConvertible {
    case empty
    /// The file is shorter than the header of a box.
    case tooShort(fileBytes: Int)
    /// The file does not start with a box of an ISO base media or QuickTime file.
    case notAMovie
    /// The file ends inside a box that must be complete.
    case truncatedHeader(box: FourCC, neededBytes: Int, fileBytes: Int)
    case noMovieBox(MissingMovieBox)
    case damaged(box: FourCC, offset: Int, why: String)
    /// The file exceeds a limit of the reader.
    case tooLarge(what: String, limit: Int)

    /// The content of a file without a movie box.
    package enum MissingMovieBox: Sendable, Hashable {
        /// Media, which may be incomplete too.
        case cutOff(fileBytes: Int)
        /// Movie fragments without their initialization segment.
        case fragmentsOnly
        /// Only other boxes.
        case absent
    }

    /// A short identifier of the error that is stable across versions.
    package var code: String {
        switch self {
        case .empty: "movie-empty"
        case .tooShort: "movie-too-short"
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
        case .tooShort(let bytes):
            "the file has only \(bytes) byte\(bytes == 1 ? "" : "s"), too few for a movie; fetch or copy it again"
        case .notAMovie: "it is not an MP4 or QuickTime file, which starts with a box such as ftyp or moov"
        case .truncatedHeader(let box, let needed, let bytes):
            "the file is truncated inside its \(box) box: it has \(bytes) of \(needed) bytes"
        case .noMovieBox(.cutOff(let bytes)):
            "the file is truncated before its movie box: it has media and ends after \(bytes) bytes without a moov box"
        case .noMovieBox(.fragmentsOnly):
            "the file has only movie fragments; put their initialization segment with the moov box before them"
        case .noMovieBox(.absent): "the file has no movie box (moov)"
        case .damaged(let box, let offset, let why): "the \(box) box at offset \(offset) is damaged: \(why)"
        case .tooLarge(let what, let limit): "too many \(what); at most \(limit) are supported"
        }
    }
}
