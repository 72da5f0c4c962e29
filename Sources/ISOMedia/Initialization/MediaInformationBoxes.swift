import Media

// minf: vmhd|smhd|gmhd|sthd|nmhd, hdlr (QuickTime), dinf(dref), stbl(stsd, tables)
extension ByteWriter {
    mutating func writeMediaInformation(
        _ entry: MovieBox.Entry, _ form: MovieBox.Form
    ) throws(UnwritableFormat) {
        let track = entry.description
        try box("minf") { writer throws(UnwritableFormat) in
            writer.writeInformationHeader(track.format.handler)
            if form.flavour == .quickTime { writer.writeDataHandler() }
            writer.box("dinf") { writer in
                writer.fullBox("dref") { writer in
                    writer.write(UInt32(1))
                    // Flag 1: the media are in this file.
                    writer.fullBox("url ", flags: track.mediaLocation == nil ? 1 : 0) { writer in
                        if let location = track.mediaLocation { writer.writeText(location) }
                    }
                }
            }
            try writer.writeSampleTable(entry, form)
        }
    }

    private mutating func writeInformationHeader(_ handler: FourCC) {
        switch handler {
        case "vide": fullBox("vmhd", flags: 1) { $0.writeZeros(8) }
        case "soun": fullBox("smhd") { $0.writeZeros(4) }
        case "text", "tmcd": writeGenericHeader(handler)
        case "subt": fullBox("sthd") { _ in }
        default: fullBox("nmhd") { _ in }
        }
    }

    /// QuickTime's header of text and timecode media, which readers want in MP4 as well.
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
            try writer.fullBox("stsd") { writer throws(UnwritableFormat) in
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

    /// `sgpd` of version 1: one description of two bytes.
    private mutating func writeRollDescription(_ distance: Int16) {
        fullBox("sgpd", version: 1) { writer in
            writer.write("roll" as FourCC)
            writer.write(UInt32(2))
            writer.write(UInt32(1))
            writer.write(distance)
        }
    }

    /// `sbgp`: all samples belong to the first description.
    private mutating func writeRollGroup(sampleCount: Int) {
        fullBox("sbgp") { writer in
            writer.write("roll" as FourCC)
            writer.write(UInt32(1))
            writer.write(UInt32(truncatingIfNeeded: sampleCount))
            writer.write(UInt32(1))
        }
    }
}
