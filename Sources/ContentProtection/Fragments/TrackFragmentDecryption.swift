import ISOMedia
import Media

/// The protection of the samples of a track in a fragment, by its sample entry, its `seig` groups and `senc`.
struct TrackFragmentDecryption {
    /// The key and the encryption of one sample.
    struct Sample {
        var scheme: ProtectionScheme
        var pattern: EncryptionPattern
        var keyID: KeyIdentifier
        var entry: SampleProtection
    }

    private let track: FragmentLayout.Track
    private let header: ByteSlice
    private let description: ProtectedSampleEntry.Description?

    init(
        _ track: FragmentLayout.Track, _ header: ByteSlice, _ descriptions: [ProtectedSampleEntry.Description?]
    ) {
        (self.track, self.header) = (track, header)
        let index = track.descriptionIndex - 1
        description = descriptions.indices.contains(index) ? descriptions[index] : descriptions.first ?? nil
    }

    /// Whether a box of a fragment belongs to encryption.
    static func isProtection(_ box: FragmentLayout.Child, in header: ByteSlice) -> Bool {
        switch box.type {
        case SampleEncryptionBox.type, AuxiliarySizesBox.type, AuxiliaryOffsetsBox.type, ProtectionSystemBox.type:
            return true
        case SampleGroupDescriptionBox.type, SampleToGroupBox.type:
            guard box.range.count >= 16 else { return false }
            let start = box.range.lowerBound + 12
            return header.slice(start..<start + 4).bytes == Array("seig".utf8)
        default: return false
        }
    }

    /// Returns the protection of each sample; nil for clear ones.
    func samples() throws(ProtectionError) -> [Sample?] {
        let clear = [Sample?](repeating: nil, count: track.samples.count)
        guard let description else { return clear }
        do {
            let groups = try EncryptionGroups(boxes(), count: track.samples.count)
            let properties = groups.properties.map { $0 ?? SampleEncryptionProperties(description.encryption) }
            guard properties.contains(where: \.isProtected) else { return clear }
            let entries = try self.entries(properties, description)
            return zip(properties, entries).map { properties, entry in
                guard properties.isProtected, let keyID = KeyIdentifier(properties.keyID) else { return nil }
                return Sample(
                    scheme: description.scheme, pattern: properties.pattern, keyID: keyID, entry: entry)
            }
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw .box(.traf, reason: "\(error)")
        }
    }

    private func boxes() throws(MovieFileError) -> [BoxView] {
        try BoxView.top(header.slice(track.range).bytes).children()
    }

    private func entries(
        _ properties: [SampleEncryptionProperties], _ description: ProtectedSampleEntry.Description
    ) throws -> [SampleProtection] {
        let box = try boxes().first { $0.type == SampleEncryptionBox.type }.map { try SampleEncryptionBox(reading: $0) }
        // The vectors of all samples have the size of the first protected sample's vector.
        let first = properties.first(where: \.isProtected) ?? properties[0]
        let constant = InitializationVector(first.constantVector) ?? InitializationVector(high: 0, low: 0)
        guard let box, box.sampleCount > 0, !box.samples.isEmpty else {
            guard first.vectorSize == 0, !first.constantVector.isEmpty else {
                throw ProtectionError.box(
                    SampleEncryptionBox.type, reason: "it is missing, and there is no constant vector")
            }
            return properties.map { _ in SampleProtection(vector: constant, subsamples: []) }
        }
        let sizes = track.samples.map(\.count)
        return try SampleEncryptionReader.entries(
            box, sizes: sizes, vectorSize: first.vectorSize, constant: constant)
    }
}
