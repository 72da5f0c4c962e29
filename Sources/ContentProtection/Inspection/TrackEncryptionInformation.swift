import ISOMedia
import Media

/// The encryption of the samples of a track fragment, whose boxes are compared with each other.
struct TrackEncryptionInformation {
    let scheme: ProtectionScheme
    let properties: [SampleEncryptionProperties]
    let entries: [SampleProtection]

    /// Returns nil for tracks and fragments that are clear, and for information that cannot be read. Contradictions are
    /// added to `result`. Throws for damaged boxes.
    init?(
        _ track: FragmentLayout.Track, _ header: ByteSlice, _ descriptions: [ProtectedSampleEntry.Description?],
        origin: Int, _ result: inout SegmentInspection
    ) throws(ProtectionError) {
        let index = track.descriptionIndex - 1
        guard let description = descriptions.indices.contains(index) ? descriptions[index] : descriptions.first ?? nil
        else { return nil }
        let box = origin + track.range.lowerBound
        func fault(_ kind: EncryptionFault.Kind, _ expected: String, _ found: String) {
            result.add(EncryptionFault(kind, at: box, expected: expected, found: found))
        }
        let boxes: [BoxView]
        do { boxes = try BoxView.top(header.slice(track.range).bytes).children() } catch {
            throw .box(.traf, reason: "\(error)")
        }
        let defaults = SampleEncryptionProperties(description.encryption)
        do {
            properties = try EncryptionGroups(boxes, count: track.samples.count).properties.map { $0 ?? defaults }
        } catch {
            fault(.properties, "readable sample groups (seig)", "\(error)")
            return nil
        }
        scheme = description.scheme
        if let other = properties.first(where: { $0.isProtected && !$0.agrees(with: defaults) }) {
            fault(
                .properties, "the pattern and vector size of tenc in seig: \(defaults.summary)", "\(other.summary)")
        }
        guard let first = properties.first(where: \.isProtected) else {
            entries = properties.map { _ in
                SampleProtection(vector: InitializationVector(high: 0, low: 0), subsamples: [])
            }
            return
        }
        let constant = InitializationVector(first.constantVector) ?? InitializationVector(high: 0, low: 0)
        let stored = boxes.first { $0.type == SampleEncryptionBox.type }.flatMap {
            try? SampleEncryptionBox(reading: $0)
        }
        guard let stored, stored.sampleCount > 0 else {
            // Another rule requires the box where it is necessary.
            guard first.vectorSize == 0 else { return nil }
            entries = properties.map { _ in SampleProtection(vector: constant, subsamples: []) }
            return
        }
        let sizes = track.samples.map(\.count)
        do throws(ProtectionError) {
            entries = try SampleEncryptionReader.entries(
                stored, sizes: sizes, vectorSize: first.vectorSize, constant: constant, comparesSizes: false)
        } catch {
            fault(.auxiliaryInformation, "an entry of senc for each sample", "\(error)")
            return nil
        }
        compare(stored, vectorSize: first.vectorSize, boxes, track, fault)
    }

    /// Compares the entries with the samples, and `saiz` and `saio` with the entries.
    private func compare(
        _ stored: SampleEncryptionBox, vectorSize: Int, _ boxes: [BoxView], _ track: FragmentLayout.Track,
        _ fault: (EncryptionFault.Kind, String, String) -> Void
    ) {
        for (entry, size) in zip(entries, track.samples.map(\.count)) where !entry.subsamples.isEmpty {
            let total = entry.subsamples.reduce(0) { $0 + $1.clear + $1.protected }
            if total != size {
                fault(.auxiliaryInformation, "subsamples of \(size) bytes, as the sample", "\(total) bytes")
            } else if scheme == .cenc, let part = entry.subsamples.first(where: { $0.protected % 16 != 0 }) {
                fault(.partialBlock, "protected ranges of whole blocks of 16 bytes", "\(part.protected) bytes")
            }
        }
        let hasSubsamples = stored.header.flags & SampleEncryptionReader.hasSubsamples != 0
        let sizes = entries.map { vectorSize + (hasSubsamples ? 2 + $0.subsamples.count * Subsample.size : 0) }
        for (expected, found) in Self.differences(sizes, boxes, track) {
            fault(.auxiliaryInformation, expected, found)
        }
    }

    /// Compares `saiz` and `saio` with the entries of `senc`.
    private static func differences(
        _ sizes: [Int], _ boxes: [BoxView], _ track: FragmentLayout.Track
    ) -> [(expected: String, found: String)] {
        var differences: [(expected: String, found: String)] = []
        guard let box = boxes.first(where: { $0.type == SampleEncryptionBox.type }) else { return [] }
        if let table = boxes.first(where: { $0.type == AuxiliarySizesBox.type }) {
            guard let stored = try? AuxiliarySizesBox(reading: table) else {
                return [("a complete saiz box", "a damaged one")]
            }
            let count = stored.defaultSize == 0 ? stored.sizes.count : Int(stored.defaultCount)
            if count != sizes.count {
                differences.append(("\(sizes.count) samples in saiz, as in senc", "\(count)"))
            } else if let index = sizes.indices.first(where: { index in
                sizes[index] != Int(stored.defaultSize == 0 ? stored.sizes[index] : stored.defaultSize)
            }) {
                let found = stored.defaultSize == 0 ? stored.sizes[index] : stored.defaultSize
                differences.append(
                    ("\(sizes[index]) bytes for sample \(index) in saiz, as in senc", "\(found) bytes"))
            }
        }
        if let table = boxes.first(where: { $0.type == AuxiliaryOffsetsBox.type }),
            let stored = try? AuxiliaryOffsetsBox(reading: table), stored.offsets.count == 1
        {
            // The offsets of boxes are relative to `traf`, the offsets of saio to `moof`.
            let start = track.range.lowerBound + box.contentOffset + 8
            if stored.offsets[0].value != UInt64(start) {
                differences.append(
                    ("the offset \(start) in saio, of the first entry of senc", "\(stored.offsets[0].value)"))
            }
        }
        return differences
    }
}

extension SampleEncryptionProperties {
    /// Whether both have the same pattern and vector size, which players read from `tenc` only.
    fileprivate func agrees(with other: SampleEncryptionProperties) -> Bool {
        pattern == other.pattern && vectorSize == other.vectorSize
    }

    fileprivate var summary: String {
        "pattern \(pattern.rawValue >> 4):\(pattern.rawValue & 15), vectors of \(vectorSize) bytes"
    }
}
