import Media

// minf: vmhd|smhd|gmhd|sthd|nmhd, hdlr (QuickTime), dinf(dref), stbl(stsd, tables)
extension ByteWriter {
    mutating func writeMediaInformation(
        _ entry: MovieBox.Entry, _ form: MovieBox.Form
    ) throws(UnwritableFormat) {
        let track = entry.description
        try box(.minf) { writer throws(UnwritableFormat) in
            writer.writeInformationHeader(track.format)
            if form.flavour == .quickTime { writer.writeDataHandler() }
            writer.box(.dinf) { writer in
                writer.write(DataReferenceBox()) { writer in
                    if let location = track.mediaLocation {
                        writer.write(AliasBox(relativePath: location))
                    } else {
                        writer.write(DataEntryURLBox())
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
        case "text" where format.data?.sampleEntryCode == "wvtt": write(NullMediaHeaderBox())
        case "vide": write(VideoMediaHeaderBox())
        case "soun": write(SoundMediaHeaderBox())
        case "text", "tmcd": writeGenericHeader(format.handler)
        case "subt": write(SubtitleMediaHeaderBox())
        default: write(NullMediaHeaderBox())
        }
    }

    /// Writes the QuickTime header of text and timecode media, which readers expect in MP4 too.
    private mutating func writeGenericHeader(_ handler: FourCC) {
        box(.gmhd) { writer in
            writer.write(GenericMediaInformationBox())
            writer.box(handler) { writer in
                if handler == "text" {
                    for value in DisplayMatrix.identity.values { writer.write(value) }
                } else {
                    writer.write(TimecodeMediaInformationBox())
                }
            }
        }
    }

    private mutating func writeDataHandler() {
        var box = HandlerBox(DataEntryURLBox.type)
        box.component = "dhlr"
        write(box)
    }

    private mutating func writeSampleTable(_ entry: MovieBox.Entry, _ form: MovieBox.Form) throws(UnwritableFormat) {
        let track = entry.description
        let formats = [track.format] + entry.laterFormats
        try box(.stbl) { writer throws(UnwritableFormat) in
            // Audio entries with a 32-bit rate require version 1 (ISO/IEC 14496-12 12.2.3), which QuickTime does not
            // allow.
            let isLong = form.flavour != .quickTime && formats.contains(where: \.needsRateBox)
            var descriptions = SampleDescriptionBox()
            descriptions.header.version = isLong ? 1 : 0
            descriptions.entryCount = UInt32(formats.count)
            try writer.write(descriptions) { writer throws(UnwritableFormat) in
                for format in formats {
                    var described = track
                    described.format = format
                    try writer.writeSampleEntry(described, form)
                }
            }
            writer.writeSampleTables(entry.samples, form)
            if let distance = track.rollDistance {
                writer.write(SampleGroupDescriptionBox(rollDistance: distance))
                let count = entry.samples.sampleCount
                if count > 0 { writer.write(SampleToGroupBox(.roll, sampleCount: count)) }
            }
        }
    }
}

extension MediaFormat {
    fileprivate var needsRateBox: Bool { if case .codedAudio(let format) = self { format.needsRateBox } else { false } }
}
