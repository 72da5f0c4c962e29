import ISOMedia
import Media

/// A movie fragment before the decryption of its media: its `moof` box without encryption, and its encrypted samples.
struct ClearFragment {
    /// An encrypted sample. Its range is relative to the start of the encrypted `moof` box.
    struct EncryptedSample {
        var range: Range<Int>
        var cipher: SampleCipher
        var entry: SampleProtection

        /// Decrypts the sample in memory that starts at `offset` of the fragment.
        func decrypt(in memory: UnsafeMutableRawBufferPointer, at offset: Int) {
            let place = range.lowerBound - offset..<range.upperBound - offset
            cipher.decrypt(UnsafeMutableRawBufferPointer(rebasing: memory[place]), entry)
        }
    }

    /// The `moof` box without the boxes of encryption.
    let header: [UInt8]
    /// The encrypted samples in the order of their bytes. They do not overlap.
    let samples: [EncryptedSample]

    /// Reads a `moof` box. `available` bytes of the box and its media exist.
    init(
        _ header: ByteSlice, available: Int, defaults: [UInt32: SampleDefaults],
        tracks: [UInt32: [ProtectedSampleEntry.Description?]], key: (KeyIdentifier) -> AES128?
    ) throws(ProtectionError) {
        let layout = try Self.layout(header, available: available, defaults)
        var samples: [EncryptedSample] = []
        for track in layout.tracks {
            let protections = try TrackFragmentDecryption(track, header, tracks[track.trackID] ?? []).samples()
            for case (let range, let sample?) in zip(track.samples, protections) {
                guard let key = key(sample.keyID) else {
                    throw .missingKey(sample.keyID.hexadecimal)
                }
                let cipher = SampleCipher(sample.scheme, key, sample.pattern)
                samples.append(EncryptedSample(range: range, cipher: cipher, entry: sample.entry))
            }
        }
        samples.sort { $0.range.lowerBound < $1.range.lowerBound }
        var end = 0
        for sample in samples {
            guard sample.range.lowerBound >= end else { throw .box(TrackRunBox.type, reason: "samples overlap") }
            end = sample.range.upperBound
        }
        self.samples = samples
        self.header = try Self.clearHeader(header, layout)
    }

    /// Returns the size of a `moof` box without encryption.
    static func clearSize(
        _ header: ByteSlice, available: Int, defaults: [UInt32: SampleDefaults]
    ) throws(ProtectionError) -> Int {
        try clearHeader(header, try layout(header, available: available, defaults)).count
    }

    private static func layout(
        _ header: ByteSlice, available: Int, _ defaults: [UInt32: SampleDefaults]
    ) throws(ProtectionError) -> FragmentLayout {
        do { return try FragmentLayout(header, available: available, defaults: defaults) } catch {
            throw .box(.moof, reason: "\(error)")
        }
    }

    private static func clearHeader(_ header: ByteSlice, _ layout: FragmentLayout) throws(ProtectionError) -> [UInt8] {
        try ProtectedFragmentWriter(header: header.bytes, layout: layout)
            .bytes { TrackFragmentDecryption.isProtection($0, in: header) }
    }
}
