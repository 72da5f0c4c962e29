/// A contradiction in the encryption of samples (ISO/IEC 23001-7).
package struct EncryptionFault: Sendable, Hashable {
    /// The subject of a contradiction.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// `senc`, `saiz` and `saio` contradict each other or the samples.
        case auxiliaryInformation
        /// Under `cenc`, a protected range of video is not a multiple of 16 bytes.
        case partialBlock
        /// Headers of a codec are encrypted.
        case protectedHeader
        /// Samples of an encrypted track are clear.
        case clearSamples
        /// A counter of `cenc` was used before with the same key.
        case repeatedCounter
        /// `schm`, `tenc` and `seig` contradict each other.
        case properties
        /// A `pssh` box does not list the key identifier.
        case systemKeys
        /// Decrypted samples are not samples of the codec.
        case wrongKey
    }

    package var kind: Kind
    /// The offset in the resource of the segment; nil for the initialization segment.
    package var offset: Int?
    package var expected: String
    package var found: String

    package init(_ kind: Kind, at offset: Int?, expected: String, found: String) {
        self.kind = kind
        self.offset = offset
        self.expected = expected
        self.found = found
    }
}
