/// Encrypts and decrypts the protected bytes of samples (ISO/IEC 23001-7 9 and 10).
struct SampleCipher {
    private let scheme: ProtectionScheme
    private let cipher: AES128
    private let pattern: EncryptionPattern

    init(_ protection: TrackProtection, isVideo: Bool) {
        self.init(protection.scheme, protection.cipher, isVideo ? protection.pattern : .full)
    }

    init(_ scheme: ProtectionScheme, _ cipher: AES128, _ pattern: EncryptionPattern) {
        (self.scheme, self.cipher, self.pattern) = (scheme, cipher, pattern)
    }

    func encrypt(_ sample: UnsafeMutableRawBufferPointer, _ entry: SampleProtection) {
        forEachRange(sample, entry) { bytes, offset in
            switch scheme {
            case .cenc: cipher.applyCounter(bytes, entry.vector, offset: offset)
            case .cbcs: cipher.encrypt(bytes, pattern, entry.vector)
            }
        }
    }

    func decrypt(_ sample: UnsafeMutableRawBufferPointer, _ entry: SampleProtection) {
        forEachRange(sample, entry) { bytes, offset in
            switch scheme {
            case .cenc: cipher.applyCounter(bytes, entry.vector, offset: offset)
            case .cbcs: cipher.decrypt(bytes, pattern, entry.vector)
            }
        }
    }

    /// Calls `body` with each protected range and the number of protected bytes before it. Ranges outside of the sample
    /// are omitted.
    private func forEachRange(
        _ sample: UnsafeMutableRawBufferPointer, _ entry: SampleProtection,
        _ body: (UnsafeMutableRawBufferPointer, Int) -> Void
    ) {
        guard !entry.subsamples.isEmpty else { return body(sample, 0) }
        var (offset, protected) = (0, 0)
        for subsample in entry.subsamples {
            offset += subsample.clear
            guard subsample.protected > 0, offset <= sample.count - subsample.protected else { continue }
            body(UnsafeMutableRawBufferPointer(rebasing: sample[offset..<offset + subsample.protected]), protected)
            offset += subsample.protected
            protected += subsample.protected
        }
    }
}
