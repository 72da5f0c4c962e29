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
    package func encrypted(memory source: some MemorySource) -> ByteRope {
        var result = ByteRope()
        for piece in pieces {
            switch piece {
            case .copy(let range): result.append(reader.slice(range))
            case .fragment(let fragment):
                result.append(ByteSlice(copying: fragment.header))
                guard !fragment.media.isEmpty else { continue }
                let memory = source.allocate(byteCount: fragment.media.count)
                encrypt(fragment, into: memory)
                result.append(ByteSlice(ByteStorage(owning: memory, of: source)))
            }
        }
        return result
    }

    /// Copies the media sample by sample, since caches still have a sample when it is encrypted.
    private func encrypt(_ fragment: Fragment, into memory: UnsafeMutableRawBufferPointer) {
        var copied = 0
        func copy(to end: Int) {
            guard end > copied else { return }
            let range = fragment.media.lowerBound + copied..<fragment.media.lowerBound + end
            reader.copy(range, to: UnsafeMutableRawBufferPointer(rebasing: memory[copied..<end]))
            copied = end
        }
        for track in fragment.tracks {
            for (range, sample) in zip(track.ranges, track.samples) {
                copy(to: range.upperBound)
                track.cipher.encrypt(UnsafeMutableRawBufferPointer(rebasing: memory[range]), sample)
            }
        }
        copy(to: fragment.media.count)
    }
}
