import ISOMedia
import Media

/// The vectors and subsamples of a track in a fragment, and the boxes that describe them (ISO/IEC 23001-7 7).
struct TrackFragmentProtection: Sendable {
    var samples: [SampleProtection]
    /// The bytes of each sample's vector; 0 for a constant one.
    var vectorSize: Int
    var hasSubsamples: Bool

    /// `saiz`, `saio` and `senc`, and the offset of the first entry of `senc` in these bytes, which `saio` must contain.
    struct Boxes: Sendable {
        var bytes: [UInt8]
        /// The offset of the field of `saio`; nil without information.
        var offsetField: Int?
        var entriesOffset = 0
    }

    /// The boxes at the end of `traf`; empty if samples have neither vectors nor subsamples.
    var boxes: Boxes {
        guard vectorSize > 0 || hasSubsamples, !samples.isEmpty else { return Boxes(bytes: []) }
        var (entries, sizes) = (ByteWriter(capacity: samples.count * 24), [UInt8]())
        for sample in samples {
            let start = entries.count
            entries.write(contentsOf: sample.vector.bytes.prefix(vectorSize))
            if hasSubsamples {
                entries.write(UInt16(sample.subsamples.count))
                for subsample in sample.subsamples {
                    entries.write(UInt16(subsample.clear))
                    entries.write(UInt32(subsample.protected))
                }
            }
            // The limit of subsamples ensures that the size fits.
            sizes.append(UInt8(entries.count - start))
        }
        var writer = ByteWriter(capacity: entries.count + sizes.count + 64)
        var sizesBox = AuxiliarySizesBox()
        if Set(sizes).count == 1 {
            (sizesBox.defaultSize, sizesBox.defaultCount) = (sizes[0], UInt32(samples.count))
        } else {
            sizesBox.sizes = EntryTable(sizes)
        }
        writer.write(sizesBox)
        var offsets = AuxiliaryOffsetsBox()
        offsets.offsets = EntryTable([AuxiliaryOffsetsBox.Offset()])
        writer.write(offsets)
        let offsetField = writer.count - 4
        var encryption = SampleEncryptionBox()
        encryption.header.flags = hasSubsamples ? SampleEncryptionReader.hasSubsamples : 0
        encryption.sampleCount = UInt32(samples.count)
        encryption.samples = entries.bytes
        writer.write(encryption)
        return Boxes(bytes: writer.bytes, offsetField: offsetField, entriesOffset: writer.count - entries.count)
    }
}
