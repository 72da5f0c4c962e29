package import Media

/// Makes posters of movies, one after the other.
package final class PosterMaker: Sendable {
    /// Returns the JPEG image of the first frame of a movie.
    package typealias Encoder = @Sendable (_ movie: ByteRope) async throws -> [UInt8]

    private struct Request: Sendable {
        let movie: ByteRope
        let completion: @Sendable (Result<ByteRope, any Error>) -> Void
    }

    private let requests: AsyncStream<Request>.Continuation

    /// The maximum number of posters that wait, and the maximum size of a movie in bytes; then that of an image.
    private static let (queueLength, movieLimit) = (64, 16 << 20)
    static let imageLimit = 1 << 20

    package init(_ encode: @escaping Encoder) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Request.self, bufferingPolicy: .bufferingOldest(Self.queueLength))
        requests = continuation
        Task {
            for await request in stream {
                do {
                    request.completion(.success(ByteRope(try await encode(request.movie))))
                } catch {
                    request.completion(.failure(error))
                }
            }
        }
    }

    deinit { requests.finish() }

    /// Requests the poster of a movie of a single sample. `completion` is called on another thread.
    /// Returns false if the movie is too large, or too many posters wait.
    func make(_ movie: ByteRope, completion: @escaping @Sendable (Result<ByteRope, any Error>) -> Void) -> Bool {
        guard movie.count <= Self.movieLimit else { return false }
        if case .enqueued = requests.yield(Request(movie: movie, completion: completion)) { return true }
        return false
    }
}
