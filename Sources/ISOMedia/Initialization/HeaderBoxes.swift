import Media

// moov: mvhd, trak*(tkhd, tref?, edts(elst)?, mdia(mdhd, elng?, hdlr, minf), udta|meta?), mvex(mehd?, trex*)
extension ByteWriter {
    mutating func writeMovieHeader(timescale: UInt32, duration: UInt64, nextTrackID: UInt32, _ form: MovieBox.Form) {
        var box = MovieHeaderBox()
        box.header = FullBoxHeader(fitting: duration, form.creationTime)
        (box.creationTime, box.modificationTime) = (form.creationTime, form.creationTime)
        (box.timescale, box.duration) = (timescale, duration)
        box.nextTrackID = nextTrackID
        write(box)
    }

    mutating func writeTrack(_ entry: MovieBox.Entry, _ form: MovieBox.Form) throws(UnwritableFormat) {
        let track = entry.description
        try box(.trak) { writer throws(UnwritableFormat) in
            writer.writeTrackHeader(track, form)
            writer.writeReferences(track.references)
            writer.writeEdits(track.edits, form)
            try writer.box(.mdia) { writer throws(UnwritableFormat) in
                writer.writeMediaHeader(track, duration: entry.samples.duration, form)
                writer.writeHandler(track, form)
                try writer.writeMediaInformation(entry, form)
            }
            writer.writeMetadata(track.metadata, form)
        }
    }

    private mutating func writeTrackHeader(_ track: TrackDescription, _ form: MovieBox.Form) {
        var box = TrackHeaderBox()
        box.header = FullBoxHeader(
            fitting: track.presentationDuration, form.creationTime,
            flags: TrackHeaderBox.isPresented | (track.isEnabled ? TrackHeaderBox.isEnabled : 0))
        (box.creationTime, box.modificationTime) = (form.creationTime, form.creationTime)
        (box.trackID, box.duration) = (track.id, track.presentationDuration)
        (box.layer, box.alternateGroup, box.volume) = (track.layer, track.alternateGroup, track.fixedVolume)
        let matrix = track.displayMatrix ?? track.format.video?.displayMatrix ?? []
        if matrix.count == 9 { box.matrix = matrix }
        (box.width, box.height) =
            track.naturalSize?.fixed ?? track.format.video?.displaySize ?? (width: 0, height: 0)
        write(box)
    }

    private mutating func writeReferences(_ references: [TrackReference]) {
        let references = references.filter { !$0.trackIDs.isEmpty }
        guard !references.isEmpty else { return }
        box(.tref) { writer in
            for reference in references {
                writer.box(reference.kind) { $0.write(content: TrackReferenceTypeBox(reference.trackIDs)) }
            }
        }
    }

    private mutating func writeEdits(_ edits: [TrackEdit], _ form: MovieBox.Form) {
        guard !edits.isEmpty else { return }
        var list = EditListBox()
        // The QuickTime File Format defines only version 0.
        let isLong = form.flavour == .isoBaseMedia || edits.contains(where: \.needsLongFields)
        list.header.version = isLong ? 1 : 0
        list.entries = EntryTable(edits.map { EditListBox.Entry(duration: $0.duration, mediaTime: $0.mediaTime) })
        box(.edts) { $0.write(list) }
    }

    private mutating func writeMediaHeader(_ track: TrackDescription, duration: UInt64, _ form: MovieBox.Form) {
        let language = LanguageCode(tag: track.language)
        var box = MediaHeaderBox()
        box.header = FullBoxHeader(fitting: duration, form.creationTime)
        (box.creationTime, box.modificationTime) = (form.creationTime, form.creationTime)
        (box.timescale, box.duration) = (track.timescale, duration)
        box.language = language.packed
        write(box)
        guard let extended = track.extendedLanguage ?? language.extendedTag else { return }
        write(ExtendedLanguageBox(tag: extended))
    }

    private mutating func writeHandler(_ track: TrackDescription, _ form: MovieBox.Form) {
        var box = HandlerBox(track.format.handler)
        box.setName(track.handlerName, isQuickTime: form.flavour == .quickTime)
        write(box)
    }

    mutating func writeTrackExtends(_ track: TrackDescription) {
        var box = TrackExtendsBox()
        (box.trackID, box.defaults) = (track.id, track.defaults)
        box.defaults.descriptionIndex = 1
        write(box)
    }
}

extension TrackDescription {
    /// The volume as an 8.8 number; full volume by default.
    fileprivate var fixedVolume: UInt16 {
        guard format.mediaType == .audio else { return 0 }
        guard let volume, volume.isFinite else { return 0x100 }
        return UInt16(max(0, min((volume * 256).rounded(), 32767)))
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
        let size = cleanAperture?.size ?? size
        let aspect = pixelAspect.numerator > 0 && pixelAspect.denominator > 0 ? pixelAspect : Ratio(1)
        let top = Int64(size.width) * Int64(aspect.numerator)
        let width = (top + Int64(aspect.denominator) / 2) / Int64(aspect.denominator)
        return (UInt32(clamping: min(width, 0xffff) << 16), UInt32(clamping: min(size.height, 0xffff) << 16))
    }
}
