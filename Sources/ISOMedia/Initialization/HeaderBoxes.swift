import Media

// moov: mvhd, trak*(tkhd, tref?, edts(elst)?, mdia(mdhd, elng?, hdlr, minf), udta|meta?), mvex(mehd?, trex*)
extension ByteWriter {
    mutating func writeMovieHeader(timescale: UInt32, duration: UInt64, nextTrackID: UInt32, _ form: MovieBox.Form) {
        let isLong = duration > UInt64(UInt32.max) || form.creationTime > UInt64(UInt32.max)
        fullBox("mvhd", version: isLong ? 1 : 0) { writer in
            writer.write(form.creationTime, isLong)
            writer.write(form.creationTime, isLong)
            writer.write(timescale)
            writer.write(duration, isLong)
            writer.write(UInt32(0x1_0000))
            writer.write(UInt16(0x100))
            writer.writeZeros(10)
            for value in DisplayMatrix.identity.values { writer.write(value) }
            writer.writeZeros(24)
            writer.write(nextTrackID)
        }
    }

    mutating func writeTrack(_ entry: MovieBox.Entry, _ form: MovieBox.Form) throws(UnwritableFormat) {
        let track = entry.description
        try box("trak") { writer throws(UnwritableFormat) in
            writer.writeTrackHeader(track, form)
            writer.writeReferences(track.references)
            writer.writeEdits(track.edits, form)
            try writer.box("mdia") { writer throws(UnwritableFormat) in
                writer.writeMediaHeader(track, duration: entry.samples.duration, form)
                writer.writeHandler(track, form)
                try writer.writeMediaInformation(entry, form)
            }
            writer.writeMetadata(track.metadata, form)
        }
    }

    private mutating func writeTrackHeader(_ track: TrackDescription, _ form: MovieBox.Form) {
        let isLong = track.presentationDuration > UInt64(UInt32.max) || form.creationTime > UInt64(UInt32.max)
        // Enabled, in the movie, in the preview.
        fullBox("tkhd", version: isLong ? 1 : 0, flags: track.isEnabled ? 7 : 6) { writer in
            writer.write(form.creationTime, isLong)
            writer.write(form.creationTime, isLong)
            writer.write(track.id)
            writer.writeZeros(4)
            writer.write(track.presentationDuration, isLong)
            writer.writeZeros(8)
            writer.write(track.layer)
            writer.write(track.alternateGroup)
            writer.write(track.fixedVolume)
            writer.writeZeros(2)
            let matrix = track.displayMatrix ?? track.format.video?.displayMatrix ?? []
            for value in matrix.count == 9 ? matrix : DisplayMatrix.identity.values { writer.write(value) }
            let size = track.naturalSize?.fixed ?? track.format.video?.displaySize ?? (width: 0, height: 0)
            writer.write(size.width)
            writer.write(size.height)
        }
    }

    private mutating func writeReferences(_ references: [TrackReference]) {
        let references = references.filter { !$0.trackIDs.isEmpty }
        guard !references.isEmpty else { return }
        box("tref") { writer in
            for reference in references {
                writer.box(reference.kind) { writer in
                    for id in reference.trackIDs { writer.write(id) }
                }
            }
        }
    }

    private mutating func writeEdits(_ edits: [TrackEdit], _ form: MovieBox.Form) {
        guard !edits.isEmpty else { return }
        // The QuickTime File Format defines only version 0.
        let isLong = form.flavour == .isoBaseMedia || edits.contains(where: \.needsLongFields)
        box("edts") { writer in
            writer.fullBox("elst", version: isLong ? 1 : 0) { writer in
                writer.write(UInt32(truncatingIfNeeded: edits.count))
                for edit in edits {
                    writer.write(edit.duration, isLong)
                    writer.write(UInt64(bitPattern: edit.mediaTime), isLong)
                    writer.write(UInt32(0x1_0000))
                }
            }
        }
    }

    private mutating func writeMediaHeader(_ track: TrackDescription, duration: UInt64, _ form: MovieBox.Form) {
        let language = LanguageCode(tag: track.language)
        let isLong = duration > UInt64(UInt32.max) || form.creationTime > UInt64(UInt32.max)
        fullBox("mdhd", version: isLong ? 1 : 0) { writer in
            writer.write(form.creationTime, isLong)
            writer.write(form.creationTime, isLong)
            writer.write(track.timescale)
            writer.write(duration, isLong)
            writer.write(language.packed)
            writer.writeZeros(2)
        }
        guard let extended = track.extendedLanguage ?? language.extendedTag else { return }
        fullBox("elng") { $0.writeText(extended) }
    }

    /// Writes the handler and its name: a C string, or a Pascal string in QuickTime movies.
    private mutating func writeHandler(_ track: TrackDescription, _ form: MovieBox.Form) {
        let isQuickTime = form.flavour == .quickTime
        fullBox("hdlr") { writer in
            if isQuickTime { writer.write("mhlr" as FourCC) } else { writer.writeZeros(4) }
            writer.write(track.format.handler)
            writer.writeZeros(12)
            if isQuickTime {
                let name = Array(track.handlerName.utf8.filter { $0 != 0 }.prefix(255))
                writer.write(UInt8(name.count))
                writer.write(contentsOf: name)
            } else {
                writer.writeText(track.handlerName)
            }
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

    /// Writes a number with 64 bits if the box version allows it, otherwise with 32 bits.
    private mutating func write(_ value: UInt64, _ isLong: Bool) {
        if isLong { write(value) } else { write(UInt32(truncatingIfNeeded: value)) }
    }

    /// Writes UTF-8 with a terminating zero byte.
    mutating func writeText(_ text: String) {
        write(contentsOf: text.utf8.filter { $0 != 0 })
        write(UInt8(0))
    }
}

extension TrackDescription {
    /// The volume as an 8.8 number; full volume by default.
    fileprivate var fixedVolume: Int16 {
        guard format.mediaType == .audio else { return 0 }
        guard let volume, volume.isFinite else { return 0x100 }
        return Int16(max(0, min((volume * 256).rounded(), 32767)))
    }
}

extension MediaFormat {
    /// The coded video format; nil for other formats.
    var video: CodedVideoFormat? {
        if case .codedVideo(let format) = self { return format }
        return nil
    }

    /// The format of media other than video and audio; nil for video and audio.
    var data: CodedDataFormat? {
        if case .codedData(let format) = self { return format }
        return nil
    }

    /// The handler type of tracks with this format.
    var handler: FourCC {
        if case .codedData(let format) = self { return format.handler }
        return mediaType == .video ? "vide" : "soun"
    }
}

extension PixelSize {
    /// Width and height as 16.16 numbers.
    fileprivate var fixed: (width: UInt32, height: UInt32) {
        (UInt32(max(0, min(width, 0xffff))) << 16, UInt32(max(0, min(height, 0xffff))) << 16)
    }
}

extension CodedVideoFormat {
    /// Width and height as 16.16 numbers, with the pixel aspect ratio applied to the width.
    var displaySize: (width: UInt32, height: UInt32) {
        let aspect = pixelAspect.numerator > 0 && pixelAspect.denominator > 0 ? pixelAspect : Ratio(1)
        let top = Int64(size.width) * Int64(aspect.numerator)
        let width = (top + Int64(aspect.denominator) / 2) / Int64(aspect.denominator)
        return (UInt32(clamping: min(width, 0xffff) << 16), UInt32(clamping: min(size.height, 0xffff) << 16))
    }
}
