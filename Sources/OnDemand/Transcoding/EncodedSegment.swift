package import Media
import ProtectionStages
import StageKit

/// A media segment that is encoded when it is requested.
package struct EncodedSegment: Sendable {
    /// The job and its rendition.
    package let job: String
    package let rendition: String
    /// The index in the rendition.
    package let index: Int
    package let planned: EncodedMovie.Segment
    /// The initialization segment that it must have, in the clear.
    package let initialization: ByteRope
    /// The encryption; nil for a clear segment.
    var encryption: RequestedEncryption.Format?

    /// The work that encodes it.
    var work: EncodingPool.Key { .portion(job: job, planned.portion) }

    /// Returns the segment as it is sent.
    func sentBytes(_ clear: ByteRope) throws(StageError) -> ByteRope {
        try encryption?.encrypt(clear, index: index, start: planned.start) ?? clear
    }
}
