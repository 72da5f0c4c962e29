import Media

// minf: vmhd|smhd|gmhd|sthd|nmhd, hdlr (QuickTime), dinf(dref), stbl(stsd, tables)
extension ByteWriter {
    mutating func writeMediaInformation(
        _ entry: MovieBox.Entry, _ form: MovieBox.Form
    ) throws(UnwritableFormat) {
        let track = entry.description
        try box("minf") { writer throws(UnwritableFormat) in
            writer.writeInformationHeader(track.format)
            if form.flavour == .quickTime { writer.writeDataHandler() }
            writer.box("dinf") { writer in
                writer.fullBox("dref") { writer in
                    writer.write(UInt32(1))
                    if let location = track.mediaLocation {
                        writer.writeAlias(location)
                    } else {
                        // Flag 1: the media are in this file.
                        writer.fullBox("url ", flags: 1) { _ in }
                    }
                }
            }
            var form = form
            // Offsets in another file do not change.
            if track.mediaLocation != nil { form.chunkOffsetShift = 0 }
            try writer.writeSampleTable(entry, form)
        }
    }

    private mutating func writeInformationHeader(_ format: MediaFormat) {
        switch format.handler {
        // WebVTT has the text handler and no media header box (ISO/IEC 14496-30 7.2).
        case "text" where format.data?.sampleEntryCode == "wvtt": fullBox("nmhd") { _ in }
        case "vide": fullBox("vmhd", flags: 1) { $0.writeZeros(8) }
        case "soun": fullBox("smhd") { $0.writeZeros(4) }
        case "text", "tmcd": writeGenericHeader(format.handler)
        case "subt": fullBox("sthd") { _ in }
        default: fullBox("nmhd") { _ in }
        }
    }

    /// Writes the QuickTime header of text and timecode media, which readers expect in MP4 too.
    private mutating func writeGenericHeader(_ handler: FourCC) {
        box("gmhd") { writer in
            writer.fullBox("gmin") { writer in
                // Dither copy, medium grey, balance in the middle.
                writer.write(UInt16(0x40))
                for _ in 0..<3 { writer.write(UInt16(0x8000)) }
                writer.writeZeros(4)
            }
            if handler == "text" {
                writer.box("text") { writer in
                    for value in DisplayMatrix.identity.values { writer.write(value) }
                }
            } else {
                writer.box("tmcd") { writer in
                    writer.fullBox("tcmi") { writer in
                        // Plain 12 point text, black on white.
                        writer.writeZeros(4)
                        writer.write(UInt16(12))
                        writer.writeZeros(2)
                        writer.writeZeros(6)
                        writer.write(contentsOf: Array(repeating: 0xff as UInt8, count: 6))
                        writer.writeZeros(1)
                    }
                }
            }
        }
    }

    /// Writes a QuickTime alias record of version 2 for a file relative to the folder of the movie.
    private mutating func writeAlias(_ path: String) {
        let parts = path.split(separator: "/").filter { $0 != "." }
        let target = parts.filter { $0 != ".." }
        fullBox("alis") { writer in
            // The creator and the size of the record, which is patched below; version 2; a file.
            let start = writer.count
            writer.writeZeros(6)
            writer.write(UInt16(2))
            writer.writeZeros(2)
            writer.writePascalString("", size: 28)
            // No date, the volume signature, no types, no folder.
            writer.writeZeros(4)
            writer.write(UInt16(0x482b))
            writer.writeZeros(6)
            writer.writePascalString(target.last.map(String.init) ?? "", size: 64)
            writer.writeZeros(16)
            // The number of levels up from the movie to the common folder, and down to the media.
            writer.write(UInt16(clamping: parts.count - target.count + 1))
            writer.write(UInt16(clamping: target.count))
            writer.writeZeros(16)
            let absolute = Array(("/" + target.joined(separator: "/")).utf8.prefix(4096))
            writer.write(UInt16(2))
            writer.write(UInt16(absolute.count))
            writer.write(contentsOf: absolute)
            writer.writeZeros(absolute.count % 2)
            writer.write(UInt16.max)
            writer.writeZeros(2)
            writer.patch(UInt16(clamping: writer.count - start), at: start + 4)
        }
    }

    private mutating func writePascalString(_ text: String, size: Int) {
        let bytes = Array(text.utf8.prefix(size - 1))
        write(UInt8(bytes.count))
        write(contentsOf: bytes)
        writeZeros(size - 1 - bytes.count)
    }

    private mutating func writeDataHandler() {
        fullBox("hdlr") { writer in
            writer.write("dhlr" as FourCC)
            writer.write("url " as FourCC)
            writer.writeZeros(13)
        }
    }

    private mutating func writeSampleTable(_ entry: MovieBox.Entry, _ form: MovieBox.Form) throws(UnwritableFormat) {
        let track = entry.description
        try box("stbl") { writer throws(UnwritableFormat) in
            // Audio entries with a 32-bit rate require version 1 (ISO/IEC 14496-12 12.2.3), which QuickTime does not
            // allow.
            let isLong = form.flavour != .quickTime && track.format.needsRateBox
            try writer.fullBox("stsd", version: isLong ? 1 : 0) { writer throws(UnwritableFormat) in
                writer.write(UInt32(1))
                try writer.writeSampleEntry(track, form)
            }
            writer.writeSampleTables(entry.samples, form)
            if let distance = track.rollDistance {
                writer.writeRollDescription(distance)
                if entry.samples.sampleCount > 0 { writer.writeRollGroup(sampleCount: entry.samples.sampleCount) }
            }
        }
    }

    /// Writes `sgpd` of version 1 with one description of two bytes.
    private mutating func writeRollDescription(_ distance: Int16) {
        fullBox("sgpd", version: 1) { writer in
            writer.write("roll" as FourCC)
            writer.write(UInt32(2))
            writer.write(UInt32(1))
            writer.write(distance)
        }
    }

    /// Writes `sbgp`: all samples belong to the first description.
    private mutating func writeRollGroup(sampleCount: Int) {
        fullBox("sbgp") { writer in
            writer.write("roll" as FourCC)
            writer.write(UInt32(1))
            writer.write(UInt32(truncatingIfNeeded: sampleCount))
            writer.write(UInt32(1))
        }
    }
}

extension MediaFormat {
    fileprivate var needsRateBox: Bool { if case .codedAudio(let format) = self { format.needsRateBox } else { false } }
}
