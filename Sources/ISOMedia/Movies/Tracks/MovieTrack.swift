package import Media

/// One track of a movie file, without its samples.
package struct MovieTrack: Sendable {
    /// track_ID.
    package let id: UInt32
    /// The handler type: `vide`, `soun`, `text`, `tmcd`.
    package let handler: FourCC
    /// Ticks per second of the track's times.
    package let timescale: Int32
    /// The duration of the media before edits; nil if it is unknown.
    package let duration: MediaTime?
    /// The BCP 47 tag; nil if undetermined.
    package let language: String?
    /// The ISO 639-2/T code of the media header; nil if undetermined.
    package let languageCode: String?
    /// The tag of an `elng` box; nil without one.
    package let extendedLanguageTag: String?
    /// The purposes that `kind` boxes declare.
    package let purposes: TrackPurposes
    /// The volume in the track header, from 0; 1 is normal.
    package let volume: Float
    /// The display name in the handler box; nil if empty.
    package let name: String?
    /// Whether the track header enables the track.
    package let isEnabled: Bool
    /// The format; nil if it cannot be carried in fragmented MP4: see ``sampleEntryCode``.
    package let format: MediaFormat?
    /// The code of the first sample entry; for encrypted media the original code.
    package let sampleEntryCode: FourCC
    /// The object type of the first sample entry's MPEG-4 descriptor; nil without one.
    package let objectTypeIndication: UInt8?
    /// The number of samples in the sample tables, whether they can be read or not.
    let declaredSampleCount: Int
    /// The number of sample entries.
    package let sampleEntryCount: Int
    /// The formats of all sample entries, in order; nil for unsupported ones.
    package let formats: [MediaFormat?]
    /// Whether any sample entry describes encrypted samples.
    package let hasEncryptedEntry: Bool
    /// Whether the samples are encrypted.
    package let isEncrypted: Bool
    /// Whether the samples are in another file. They are not read, and the tables are empty.
    package let hasExternalMedia: Bool
    /// The number of the group of tracks of which one is played; 0 for none.
    package let alternateGroup: UInt16
    /// The nine entries of the matrix as stored; nil for the identity.
    package let displayMatrix: [Int32]?
    package private(set) var edits: MovieEdits
    /// The tracks with its chapter titles.
    package let chapterTracks: [UInt32]
    /// The bit rate that the sample entry declares, in bits per second.
    package let nominalBitRate: Int?
    /// The roll distance of a `roll` sample group; nil without one.
    package let rollDistance: Int16?
    /// The `trak` box.
    let box: BoxView
    let tables: SampleTables
    /// The conversion of uncompressed QuickTime audio; nil for other formats.
    let quickTimePCM: QuickTimePCM?
    /// The maximum size in bytes of samples that are combined into one packet; 0 except for uncompressed audio.
    let groupSize: Int

    /// The tag of the `elng` box, for messages, if it is no BCP 47 tag; ``language`` differs from it then.
    package var invalidLanguageTag: String? {
        guard let tag = extendedLanguageTag, tag.lowercased() != "und",
            LanguageCode.corrected(tag) == nil || tag.contains("_")
        else { return nil }
        return DumpedText.printable(tag)
    }

    /// Video, audio or text; nil for other handlers.
    package var mediaType: MediaType? {
        switch handler {
        case "vide": .video
        case "soun": .audio
        case "text", "sbtl", "subt", "clcp": .text
        default: nil
        }
    }
    /// The offset from media time to presentation time, in ticks: the first edit removes priming and reorder delay, or
    /// delays the track.
    package var presentationShift: Int64 { edits.initialDelay.ticks(at: timescale) &- edits.mediaStart }
    /// Removes the edits, so that all media are presented at their own times.
    mutating func removeEdits() { edits = MovieEdits() }
    /// The number of samples that the movie header describes. Samples of fragments are not included.
    package var sampleCount: Int { tables.sampleCount }
    /// Whether all samples that the movie header describes are sync samples.
    package var allSamplesAreSync: Bool { tables.syncSamples == nil }

    /// `movieMatrix` is the matrix in the movie header.
    init(
        _ box: BoxView, movieTimescale: Int32, movieMatrix: [Int32], isQuickTime: Bool
    ) throws(MovieFileError) {
        self.box = box
        let children = try box.children()
        guard let header = children[TrackHeaderBox.self] else { throw box.damaged("it has no track header (tkhd)") }
        guard let media = children[.mdia] else { throw box.damaged("it has no media (mdia)") }
        let fields = try TrackHeaderBox(reading: header)
        id = fields.trackID
        isEnabled = fields.header.has(TrackHeaderBox.isEnabled)
        displayMatrix = DisplayMatrix.stored(fields.matrix, movieMatrix)
        chapterTracks = Self.references(children[.tref])["chap"] ?? []
        volume = Float(fields.volume) / 256
        purposes = KindBox.purposes(children[.udta])
        alternateGroup = fields.alternateGroup

        let parts = try media.children()
        guard let mediaHeader = parts[MediaHeaderBox.self] else { throw media.damaged("it has no media header (mdhd)") }
        let mediaFields = try MediaHeaderBox(reading: mediaHeader)
        let times = try HeaderTimes(
            timescale: mediaFields.timescale, duration: mediaFields.duration, mediaFields.header, in: mediaHeader)
        (timescale, duration) = (times.timescale, times.duration)
        (extendedLanguageTag, language) = Self.languages(parts, mediaFields.language, isQuickTime: isQuickTime)
        languageCode = LanguageCode.letters(packed: LanguageCode(tag: language).packed)
        guard let handlerBox = parts[HandlerBox.self] else { throw media.damaged("it has no handler (hdlr)") }
        let handlerFields = HandlerBox(readingPresentFieldsOf: handlerBox)
        (handler, name) = (handlerFields.handler, handlerFields.name)
        edits = try MovieEdits(
            children[.edts]?.first(EditListBox.self), movieTimescale: movieTimescale, timescale: times.timescale)

        guard let information = parts[.minf], let table = information.first(.stbl) else {
            throw media.damaged("it has no sample table (stbl)")
        }
        hasExternalMedia = Self.referencesExternalFile(information.first(.dinf)?.first(DataReferenceBox.self))
        let boxes = try table.children()
        guard let descriptions = boxes[SampleDescriptionBox.self] else {
            throw table.damaged("it has no sample descriptions (stsd)")
        }
        let entry = try SampleEntry(descriptions, handler: handler)
        sampleEntryCode = entry.code
        sampleEntryCount = entry.count
        objectTypeIndication = entry.objectType
        declaredSampleCount = SampleTables.declaredSampleCount { boxes[$0] }
        let others = SampleEntry.additional(descriptions, handler: handler)
        hasEncryptedEntry = entry.isEncrypted || others.contains { $0?.isEncrypted == true }
        isEncrypted = entry.isEncrypted
        nominalBitRate = entry.bitRate
        rollDistance = Self.rollDistance(boxes)
        let found = Self.tables(boxes, table, entry, isElsewhere: hasExternalMedia, isQuickTime: isQuickTime)
        var tables = try found.get()
        quickTimePCM = entry.quickTimePCM
        // Some writers store 1 for the bytes of a frame.
        if let quickTimePCM, tables.constantSize > 0 { tables.constantSize = quickTimePCM.frameSize }
        groupSize = tables.groupSize(entry.format)
        self.tables = tables
        formats = Self.formats(
            [entry] + others, tables, timescale: timescale, displayMatrix: displayMatrix, header: fields)
        format = formats[0]
    }

    /// Returns the formats of sample entries; nil for unsupported ones.
    private static func formats(
        _ entries: [SampleEntry?], _ tables: SampleTables, timescale: Int32, displayMatrix: [Int32]?,
        header: TrackHeaderBox
    ) -> [MediaFormat?] {
        entries.map { entry in
            guard let entry, let format = entry.format, tables.describePackets(of: format) else { return nil }
            let completed = format.completed(by: tables, timescale: timescale, displayMatrix: displayMatrix)
            return entry.declaresPixelAspect ? completed : completed.presented(at: header)
        }
    }

    /// Returns the sample tables. Damaged tables are ignored if the track is not supported.
    private static func tables(
        _ boxes: [BoxView], _ table: BoxView, _ entry: SampleEntry, isElsewhere: Bool, isQuickTime: Bool
    ) -> Result<SampleTables, MovieFileError> {
        guard !isElsewhere else { return .success(SampleTables(table.file)) }
        do throws(MovieFileError) {
            return .success(
                try SampleTables(
                    boxes, in: table, isQuickTime: isQuickTime, isUncompressed: entry.format?.isUncompressed ?? false))
        } catch {
            return entry.format == nil ? .success(SampleTables(table.file)) : .failure(error)
        }
    }

    /// The reason why a track without a format is not supported, as the end of a sentence.
    package var obstacle: String {
        guard mediaType == .video || mediaType == .audio else { return "which is neither video, audio nor text" }
        if hasExternalMedia { return "whose samples are in another file; copy them into one movie first" }
        if tables.constantSize == 1 { return "whose sample table does not describe packets" }
        return "whose sample entry '\(sampleEntryCode)' has no valid configuration box; rewrite it with another tool"
    }

    /// Returns whether the first data reference is another file. Some writers omit the flag and reference no file.
    private static func referencesExternalFile(_ references: BoxView?) -> Bool {
        guard let references, DataReferenceBox(readingPresentFieldsOf: references).entryCount > 0 else { return false }
        var walk = references.boxes(from: DataReferenceBox().size)
        guard let first = walk.next(), first.describedEnd - first.contentOffset > 8 else { return false }
        // All types of references have this flag.
        return !DataEntryURLBox(readingPresentFieldsOf: first).header.has(DataEntryURLBox.isSelfContained)
    }

    /// Returns the tag of an `elng` box, and the language that it or the media header declares.
    private static func languages(
        _ parts: [BoxView], _ packed: UInt16, isQuickTime: Bool
    ) -> (extended: String?, language: String?) {
        let extended = parts[ExtendedLanguageBox.self].map { ExtendedLanguageBox(readingPresentFieldsOf: $0).tag }
        let tag = extended.flatMap { $0.isEmpty ? nil : $0 }
        return (tag, tag.flatMap(LanguageCode.corrected) ?? language(packed, isQuickTime: isQuickTime))
    }

    /// Codes below 0x400 are Macintosh languages; 0, English, is also written for unknown languages.
    private static func language(_ packed: UInt16, isQuickTime: Bool) -> String? {
        let macintosh = ["en", "fr", "de", "it", "nl", "sv", "es", "da", "pt", "nb", "he", "ja", "ar", "fi", "el"]
        guard packed < 0x400 else { return LanguageCode.tag(packed: packed) }
        return isQuickTime && Int(packed) < macintosh.count ? macintosh[Int(packed)] : nil
    }

    private static func rollDistance(_ boxes: [BoxView]) -> Int16? {
        for box in boxes where box.type == SampleGroupDescriptionBox.type {
            if let distance = SampleGroupDescriptionBox(readingPresentFieldsOf: box).rollDistance { return distance }
        }
        return nil
    }
}
