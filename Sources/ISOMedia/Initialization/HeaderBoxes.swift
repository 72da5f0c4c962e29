import Media

// moov: mvhd, trak*(tkhd, edts(elst)?, mdia(mdhd, elng?, hdlr, minf(vmhd|smhd, dinf(dref), stbl))), mvex(mehd?, trex*)
extension ByteWriter {
    /// The identity as a display matrix: 16.16 numbers, the last column 2.30.
    private static let identityMatrix: [Int32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

    mutating func writeMovieHeader(timescale: UInt32, nextTrackID: UInt32) {
        fullBox("mvhd") { writer in
            writer.writeZeros(8)
            writer.write(timescale)
            writer.write(UInt32(0))
            writer.write(UInt32(0x1_0000))
            writer.write(UInt16(0x100))
            writer.writeZeros(10)
            for value in Self.identityMatrix { writer.write(value) }
            writer.writeZeros(24)
            writer.write(nextTrackID)
        }
    }

    mutating func writeTrack(_ track: TrackDescription) throws(UnwritableFormat) {
        try box("trak") { writer throws(UnwritableFormat) in
            writer.writeTrackHeader(track)
            if let mediaTime = track.editMediaTime { writer.writeEdit(mediaTime) }
            try writer.box("mdia") { writer throws(UnwritableFormat) in
                writer.writeMediaHeader(track)
                writer.writeHandler(track)
                try writer.writeMediaInformation(track)
            }
        }
    }

    private mutating func writeTrackHeader(_ track: TrackDescription) {
        // Enabled, in the movie, in the preview.
        fullBox("tkhd", flags: 7) { writer in
            writer.writeZeros(8)
            writer.write(track.id)
            writer.writeZeros(16)
            // Layer and alternate group are 0; sound has full volume.
            writer.writeZeros(4)
            writer.write(UInt16(track.format.mediaType == .audio ? 0x100 : 0))
            writer.writeZeros(2)
            let matrix = track.format.video?.displayMatrix ?? Self.identityMatrix
            for value in matrix.count == 9 ? matrix : Self.identityMatrix { writer.write(value) }
            let size = track.format.video?.displaySize ?? (width: 0, height: 0)
            writer.write(size.width)
            writer.write(size.height)
        }
    }

    private mutating func writeEdit(_ mediaTime: Int64) {
        box("edts") { writer in
            writer.fullBox("elst", version: 1) { writer in
                writer.write(UInt32(1))
                writer.write(UInt64(0))
                writer.write(mediaTime)
                writer.write(UInt32(0x1_0000))
            }
        }
    }

    private mutating func writeMediaHeader(_ track: TrackDescription) {
        let language = LanguageCode(tag: track.language)
        fullBox("mdhd") { writer in
            writer.writeZeros(8)
            writer.write(track.timescale)
            writer.write(UInt32(0))
            writer.write(language.packed)
            writer.writeZeros(2)
        }
        guard let extended = language.extendedTag else { return }
        fullBox("elng") { $0.writeText(extended) }
    }

    private mutating func writeHandler(_ track: TrackDescription) {
        fullBox("hdlr") { writer in
            writer.writeZeros(4)
            writer.write(track.format.mediaType == .video ? "vide" : "soun" as FourCC)
            writer.writeZeros(12)
            writer.writeText(track.handlerName)
        }
    }

    private mutating func writeMediaInformation(_ track: TrackDescription) throws(UnwritableFormat) {
        try box("minf") { writer throws(UnwritableFormat) in
            if track.format.mediaType == .video {
                writer.fullBox("vmhd", flags: 1) { $0.writeZeros(8) }
            } else {
                writer.fullBox("smhd") { $0.writeZeros(4) }
            }
            writer.box("dinf") { writer in
                writer.fullBox("dref") { writer in
                    writer.write(UInt32(1))
                    // Flag 1: the media are in this file.
                    writer.fullBox("url ", flags: 1) { _ in }
                }
            }
            try writer.writeSampleTable(track)
        }
    }

    private mutating func writeSampleTable(_ track: TrackDescription) throws(UnwritableFormat) {
        try box("stbl") { writer throws(UnwritableFormat) in
            try writer.fullBox("stsd") { writer throws(UnwritableFormat) in
                writer.write(UInt32(1))
                try writer.writeSampleEntry(track)
            }
            writer.fullBox("stts") { $0.writeZeros(4) }
            writer.fullBox("stsc") { $0.writeZeros(4) }
            writer.fullBox("stsz") { $0.writeZeros(8) }
            writer.fullBox("stco") { $0.writeZeros(4) }
            if let distance = track.rollDistance { writer.writeRollGroup(distance) }
        }
    }

    /// `sgpd` of version 1: one description of two bytes.
    private mutating func writeRollGroup(_ distance: Int16) {
        fullBox("sgpd", version: 1) { writer in
            writer.write("roll" as FourCC)
            writer.write(UInt32(2))
            writer.write(UInt32(1))
            writer.write(distance)
        }
    }

    mutating func writeTrackExtends(_ track: TrackDescription) {
        fullBox("trex") { writer in
            writer.write(track.id)
            writer.write(UInt32(1))
            writer.write(track.defaults.duration)
            writer.write(track.defaults.size)
            writer.write(track.defaults.flags)
        }
    }

    /// UTF-8 that ends with a zero byte.
    private mutating func writeText(_ text: String) {
        write(contentsOf: text.utf8.filter { $0 != 0 })
        write(UInt8(0))
    }
}

extension MediaFormat {
    /// The coded video format; nil for everything else.
    var video: CodedVideoFormat? {
        if case .codedVideo(let format) = self { return format }
        return nil
    }
}

extension CodedVideoFormat {
    /// Width and height in 16.16 after the shape of the pixels is applied to the width.
    var displaySize: (width: UInt32, height: UInt32) {
        let aspect = pixelAspect.numerator > 0 && pixelAspect.denominator > 0 ? pixelAspect : Ratio(1)
        let top = Int64(size.width) * Int64(aspect.numerator)
        let width = (top + Int64(aspect.denominator) / 2) / Int64(aspect.denominator)
        return (UInt32(clamping: min(width, 0xffff) << 16), UInt32(clamping: min(size.height, 0xffff) << 16))
    }
}
