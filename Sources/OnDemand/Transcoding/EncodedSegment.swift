package import Media

/// A media segment that is encoded when it is requested.
package struct EncodedSegment: Sendable {
    /// The job and its rendition.
    package let job: String
    package let rendition: String
    /// The index in the rendition.
    package let index: Int
    package let planned: EncodedMovie.Segment
    /// The initialization segment that it must have.
    package let initialization: ByteRope

    /// The work that encodes it.
    var work: EncodingPool.Key { .portion(job: job, planned.portion) }
}
