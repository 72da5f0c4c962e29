import ISOMedia
import Media

extension MediaModel.Rendition {
    /// Returns the initialization section of these tracks.
    func initialization(_ tracks: [MediaModel.Track]) throws -> [UInt8] {
        var bytes = try InitializationSegment(brands: brands, tracks: tracks.map(\.description)).bytes()
        for (index, track) in tracks.enumerated()
        where track.hasLoudness && track.description.format.mediaType == .audio {
            var writer = ByteWriter()
            writer.box("udta") { writer in writer.box("ludt") { $0.writeZeros(4) } }
            try BoxPatch.insert(writer.bytes, in: ["moov", index == 0 ? "trak" : "trak[\(index + 1)]"], of: &bytes)
        }
        return bytes
    }

    /// Returns the bytes of a segment and the range of each of its fragments.
    func bytes(_ segment: MediaModel.Segment) -> (bytes: [UInt8], fragments: [Range<Int>]) {
        var bytes = prefix
        var ranges: [Range<Int>] = []
        for fragment in segment.fragments {
            let start = ranges.isEmpty ? 0 : bytes.count
            bytes += fragment.bytes
            ranges.append(start..<bytes.count)
        }
        return (bytes + segment.suffix, ranges)
    }
}

extension MediaModel.Fragment {
    /// The `moof` and `mdat` boxes.
    var bytes: [UInt8] {
        // The first pass determines the size of the header.
        var offset = header(mediaOffset: 0).count + 8
        let header = header(mediaOffset: offset)
        offset = header.count
        let media = runs.flatMap { $0.samples.flatMap(\.bytes) }
        var writer = ByteWriter()
        writer.write(contentsOf: header)
        writer.box("mdat") { $0.write(contentsOf: media.dropLast(missing)) }
        return writer.bytes
    }

    private func header(mediaOffset: Int) -> [UInt8] {
        var writer = ByteWriter()
        var offset = mediaOffset
        writer.box("moof") { writer in
            writer.fullBox("mfhd") { $0.write(number) }
            for run in runs {
                run.write(to: &writer, mediaOffset: offset)
                offset += run.samples.reduce(0) { $0 + $1.size }
            }
        }
        return writer.bytes
    }
}

extension MediaModel.Run {
    func write(to writer: inout ByteWriter, mediaOffset: Int) {
        writer.box("traf") { writer in
            writer.fullBox("tfhd", flags: hasDefaultBase ? 0x02_0000 : 0) { $0.write(trackID) }
            if hasTime {
                writer.fullBox("tfdt", version: timeVersion) { writer in
                    if timeVersion == 1 { writer.write(time) } else { writer.write(UInt32(truncatingIfNeeded: time)) }
                }
            }
            if hasEncryption { writer.fullBox("senc") { $0.write(UInt32(0)) } }
            let half = isSplit ? samples.count / 2 : samples.count
            writeRun(&writer, samples.prefix(half), offset: mediaOffset)
            if isSplit { writeRun(&writer, samples.dropFirst(half), offset: nil) }
        }
    }

    private func writeRun(_ writer: inout ByteWriter, _ samples: ArraySlice<MediaModel.Sample>, offset: Int?) {
        writer.fullBox("trun", version: runVersion, flags: 0xf00 | (offset == nil ? 0 : 1)) { writer in
            writer.write(UInt32(samples.count))
            if let offset { writer.write(Int32(offset)) }
            for sample in samples {
                writer.write(sample.duration)
                writer.write(UInt32(sample.size))
                writer.write(sample.isSync ? SampleFlags.sync.rawValue : SampleFlags.predicted.rawValue)
                writer.write(sample.offset)
            }
        }
    }
}

extension MediaModel.Sample {
    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: size)
        if hasLength { writer.write(UInt32(size - 4)) }
        writer.write(contentsOf: head)
        // After the header of a NAL unit, the first slice of a picture.
        writer.write(contentsOf: repeatElement(0xd5, count: max(0, size - writer.count)))
        return writer.bytes
    }
}
