/// The encryption of one track in a key period.
package struct TrackProtection: Sendable {
    package var scheme: ProtectionScheme
    package var keyID: KeyIdentifier
    package var cipher: AES128
    /// The constant vector of `cbcs`; the vector of the first sample of `cenc`.
    package var vector: InitializationVector
    /// The pattern of tracks with subsamples.
    package var pattern = EncryptionPattern.video
    /// The bytes of each sample's vector under `cenc`: 8 or 16.
    package var sampleVectorSize = 8

    package init(
        _ scheme: ProtectionScheme, keyID: KeyIdentifier, cipher: AES128, vector: InitializationVector
    ) {
        (self.scheme, self.keyID, self.cipher, self.vector) = (scheme, keyID, cipher, vector)
    }

    /// The bytes of vectors in `senc`; 0 for a constant one.
    var vectorSize: Int { scheme == .cenc ? sampleVectorSize : 0 }
}
