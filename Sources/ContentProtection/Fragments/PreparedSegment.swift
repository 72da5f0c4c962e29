import ISOMedia
package import Media

/// A media segment, or a part of one, whose vectors and subsamples are determined.
package struct PreparedSegment: Sendable {
    /// The samples of one track in a fragment, by their ranges in its media.
    struct Track: Sendable {
        var cipher: SampleCipher
        var ranges: [Range<Int>]
        var samples: [SampleProtection]
    }

    /// A movie fragment with its new header.
    struct Fragment: Sendable {
        var header: [UInt8]
        /// The range of the clear header in the segment.
        var formerHeader: Range<Int>
        /// The range of the boxes after the header in the segment.
        var media: Range<Int>
        var tracks: [Track] = []
    }

    private enum Piece: Sendable {
        case copy(Range<Int>)
        case fragment(Fragment)
    }

    private let reader: RopeReader
    private var pieces: [Piece] = []
    /// The places at which encryption adds bytes.
    package private(set) var relocation = ByteRelocation()

    init(_ reader: RopeReader) { self.reader = reader }

    mutating func append(_ box: Range<Int>) { pieces.append(.copy(box)) }

    mutating func append(_ fragment: Fragment) {
        pieces.append(.fragment(fragment))
        relocation.insert(fragment.header.count - fragment.formerHeader.count, at: fragment.formerHeader.upperBound)
    }

    /// The clear segment.
    package var clear: ByteRope { reader.rope }

    /// Returns the encrypted segment. Its media are copied once.
    package func encrypted() -> ByteRope {
        var result = ByteRope()
        for piece in pieces {
            switch piece {
            case .copy(let range): result.append(reader.slice(range))
            case .fragment(let fragment):
                result.append(ByteSlice(copying: fragment.header))
                guard !fragment.media.isEmpty else { continue }
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: fragment.media.count, alignment: 16)
                reader.copy(fragment.media, to: memory)
                for track in fragment.tracks {
                    for (range, sample) in zip(track.ranges, track.samples) {
                        track.cipher.encrypt(UnsafeMutableRawBufferPointer(rebasing: memory[range]), sample)
                    }
                }
                result.append(ByteSlice(ByteStorage(owning: memory, count: fragment.media.count)))
            }
        }
        return result
    }
}
