import ISOMedia
import Media

/// The vectors and subsamples of a track in a fragment, and the boxes that describe them (ISO/IEC 23001-7 7).
struct TrackFragmentProtection: Sendable {
    var samples: [SampleProtection]
    /// The bytes of each sample's vector; 0 for a constant one.
    var vectorSize: Int
    var hasSubsamples: Bool
    /// The description of the samples' `seig` group; nil without a group.
    var group: [UInt8]?

    /// `saiz`, `saio` and `senc`, and the offset of the first entry of `senc` in these bytes, which `saio` must contain.
    struct Boxes: Sendable {
        var bytes: [UInt8]
        /// The offset of the field of `saio`; nil without information.
        var offsetField: Int?
        var entriesOffset = 0
    }

    /// The boxes at the end of `traf`; empty if samples have no group, vectors or subsamples.
    var boxes: Boxes {
        guard vectorSize > 0 || hasSubsamples, !samples.isEmpty else { return Boxes(bytes: groupBoxes) }
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
        var writer = ByteWriter(capacity: entries.count + sizes.count + 128)
        writer.write(contentsOf: groupBoxes)
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

    /// `sgpd` and `sbgp` that assign all samples to one group of the fragment.
    private var groupBoxes: [UInt8] {
        guard let group, !samples.isEmpty else { return [] }
        var descriptions = SampleGroupDescriptionBox()
        descriptions.header.version = 1
        (descriptions.groupingType, descriptions.entryCount) = ("seig", 1)
        (descriptions.defaultLength, descriptions.storedDescriptions) = (UInt32(group.count), group)
        var run = SampleToGroupBox.Run()
        (run.sampleCount, run.descriptionIndex) = (UInt32(samples.count), EncryptionGroups.firstOfFragment)
        var groups = SampleToGroupBox()
        (groups.groupingType, groups.runs) = ("seig", EntryTable([run]))
        var writer = ByteWriter(capacity: 96)
        writer.write(descriptions)
        writer.write(groups)
        return writer.bytes
    }
}
