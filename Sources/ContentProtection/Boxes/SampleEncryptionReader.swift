import ISOMedia

/// Reads the entries of `senc` (ISO/IEC 23001-7 7.2).
enum SampleEncryptionReader {
    /// The flag of entries with subsamples.
    static let hasSubsamples: UInt32 = 2

    /// Returns the entries. Throws if they exceed the box, and if subsamples do not contain exactly their sample.
    ///
    /// `sizes` are the sizes of the samples. `constant` is the vector of entries without one. Without
    /// `comparesSizes`, subsamples may differ from their sample.
    static func entries(
        _ box: SampleEncryptionBox, sizes: [Int], vectorSize: Int, constant: InitializationVector,
        comparesSizes: Bool = true
    ) throws(ProtectionError) -> [SampleProtection] {
        guard Int(box.sampleCount) == sizes.count else {
            throw .box(SampleEncryptionBox.type, reason: "\(box.sampleCount) entries for \(sizes.count) samples")
        }
        var (rest, entries) = (box.samples[...], [SampleProtection]())
        func bytes(_ count: Int) throws(ProtectionError) -> ArraySlice<UInt8> {
            guard rest.count >= count else {
                throw .box(SampleEncryptionBox.type, reason: "its entries exceed it")
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ count: Int) throws(ProtectionError) -> Int { try bytes(count).reduce(0) { $0 << 8 | Int($1) } }
        for size in sizes {
            var entry = SampleProtection(vector: constant, subsamples: [])
            if vectorSize > 0 { entry.vector = InitializationVector(try bytes(vectorSize)) ?? constant }
            if box.header.flags & hasSubsamples != 0 {
                for _ in 0..<(try number(2)) {
                    entry.subsamples.append(Subsample(clear: try number(2), protected: try number(4)))
                }
                let total = entry.subsamples.reduce(0) { $0 + $1.clear + $1.protected }
                guard !comparesSizes || total == size || entry.subsamples.isEmpty else {
                    throw .box(SampleEncryptionBox.type, reason: "subsamples of \(total) bytes for a sample of \(size)")
                }
            }
            entries.append(entry)
        }
        return entries
    }
}
