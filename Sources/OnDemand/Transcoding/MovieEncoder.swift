package import Media
import Packaging
package import StageKit
package import SystemFiles

/// Encodes portions of movies, and stores the result.
package struct MovieEncoder: Sendable {
    /// A movie to open.
    package struct Request: Sendable {
        /// The file, and its name in messages.
        package var file: MappedFile
        package var name: String
        /// Distinguishes versions of files at the same path.
        package var identity: String
        package var options: MoviePresentationOptions
        package var transcoding: TranscodingOption

        /// Returns a name for the folder of the encoded media, which depends on everything that they depend on.
        package func folderName(for software: String) -> String {
            let text =
                "\(file.absolutePath ?? "") \(identity) \(options.profile.rawValue) \(options.interval) \(options.tracks) "
                + "\(transcoding.text) \(software)"
            return StableDigest(text).text + StableDigest("2 " + text).text
        }
    }

    private let opening: @Sendable (Request) async throws(StageError) -> EncodedMovie
    private let encoding: @Sendable (EncodedSegment) async throws(StageError) -> Void
    private let reading: @Sendable (EncodedSegment) throws(StageError) -> ByteRope?

    package init(
        open: @escaping @Sendable (Request) async throws(StageError) -> EncodedMovie,
        encode: @escaping @Sendable (EncodedSegment) async throws(StageError) -> Void,
        stored: @escaping @Sendable (EncodedSegment) throws(StageError) -> ByteRope?
    ) {
        (opening, encoding, reading) = (open, encode, stored)
    }

    /// Finds the tracks to encode, and encodes the start of each rendition. Throws for movies that cannot be encoded.
    package func open(_ request: Request) async throws(StageError) -> EncodedMovie { try await opening(request) }

    /// Encodes the portion of a segment unless that was done. Cancelling the task ends it.
    package func encode(_ segment: EncodedSegment) async throws(StageError) { try await encoding(segment) }

    /// Returns a segment whose portion is encoded; nil before. Throws if it does not fit the others.
    package func stored(_ segment: EncodedSegment) throws(StageError) -> ByteRope? { try reading(segment) }
}
