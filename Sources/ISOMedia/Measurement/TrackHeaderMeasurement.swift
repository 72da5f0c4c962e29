package import Media

/// The properties of one track in an initialization segment.
package struct TrackHeaderMeasurement: Sendable {
    /// The encryption of samples (ISO/IEC 23001-7 8.2).
    package struct Protection: Sendable, Hashable {
        /// The scheme_type, `cenc` or `cbcs`; nil without a `schm` box.
        package var scheme: FourCC?
        /// Whether there is a `tenc` box.
        package var hasTrackEncryption: Bool
        /// Whether samples are encrypted by default; sample groups may override this.
        package var isProtected: Bool
        /// The numbers of encrypted and clear blocks in the pattern; 0 and 0 for full encryption.
        package var cryptBlocks: Int
        package var skipBlocks: Int
        /// The size of per-sample initialization vectors; 0 for a constant one.
        package var vectorSize: Int
        /// The size of the constant initialization vector; nil without one.
        package var constantVectorSize: Int?
    }

    /// The parsed track.
    package let track: MovieTrack
    /// The RFC 6381 codec string with the code of the sample entry; nil if the format is unknown.
    package let codec: String?
    /// The bitstream syntax; nil for codecs that are not parsed.
    package let syntax: BitstreamSyntax?
    /// The parameter sets of clear video; nil for other codecs.
    let slices: SliceConformance?
    /// The first elements of frames of AAC; nil for other codecs.
    let channels: AACFrameStart?
    /// The size in the sample entry of video; zero for other tracks.
    package let entrySize: PixelSize
    /// Whether `mvex` has a `trex` box for the track.
    package let hasDefaults: Bool
    /// The offset of the `trak` box.
    package let offset: Int
    /// The offset of the sample entry.
    package let entryOffset: Int
    /// The code of the sample entry as stored: `encv` for encrypted video.
    package let storedEntryCode: FourCC
    /// The boxes in the sample entry, in order.
    package let entryBoxes: [FourCC]
    /// The boxes in the sample table, in order.
    package let tableBoxes: [FourCC]
    /// Whether the sample table describes samples.
    package let hasSamples: Bool
    /// Whether the configuration box contains the parameter sets that its sample entry requires; nil for other codecs.
    package let hasParameterSets: Bool?
    package let protection: Protection?
    /// The protection of each sample description, in order; nil for clear ones.
    package let protections: [Protection?]
    /// Whether `udta` contains a `ludt` box.
    package let hasLoudness: Bool
    /// The display size of the track header, in pixels.
    package let displaySize: PixelSize
    /// Whether the edit list contains an empty edit.
    package let hasEmptyEdit: Bool

    /// Returns the protection of a sample description by its index, from 1.
    package func protection(of description: Int) -> Protection? {
        protections.indices.contains(description - 1) ? protections[description - 1] : nil
    }

    package var id: UInt32 { track.id }
    package var timescale: Int32 { track.timescale }

    /// The video format; nil for other tracks.
    package var video: CodedVideoFormat? { if case .codedVideo(let format) = track.format { format } else { nil } }
    /// The audio format; nil for other tracks.
    package var audio: CodedAudioFormat? { if case .codedAudio(let format) = track.format { format } else { nil } }

    init(_ track: MovieTrack, _ box: BoxView, extended: Set<UInt32>) {
        self.track = track
        offset = box.offset
        hasDefaults = extended.contains(track.id)
        let table = box.first(.mdia)?.first(.minf)?.first(.stbl)
        let descriptions = table?.first(SampleDescriptionBox.self)
        var walk = descriptions?.boxes(from: SampleDescriptionBox().size)
        let entry = walk?.next()
        entryOffset = entry?.offset ?? box.offset
        storedEntryCode = entry?.type ?? track.sampleEntryCode
        let boxes = entry.map { Self.boxes(in: $0, of: descriptions, track) }
        var protections = [boxes?[.sinf].map(Self.protection)]
        while protections.count < MeasurementLimits.descriptions, let other = walk?.next() {
            protections.append(Self.boxes(in: other, of: descriptions, track)[.sinf].map(Self.protection))
        }
        self.protections = protections
        entryBoxes = boxes?.boxes.map(\.type) ?? []
        tableBoxes = Self.types(table)
        hasSamples = Self.describesSamples(table)
        protection = protections.lazy.compactMap { $0 }.first
        hasLoudness = box.first(.udta)?.first("ludt") != nil
        let header = box.first(TrackHeaderBox.self).map(TrackHeaderBox.init(readingPresentFieldsOf:))
        displaySize = PixelSize(width: Int((header?.width ?? 0) >> 16), height: Int((header?.height ?? 0) >> 16))
        hasEmptyEdit = track.edits.entryCount > track.edits.realEditCount
        codec = track.format.flatMap { Self.codec($0, track.sampleEntryCode) }
        syntax = track.format.flatMap(BitstreamSyntax.init)
        hasParameterSets = boxes.flatMap(Self.parameterSets)
        entrySize =
            entry.map { Self.size(ofEntry: $0, isVideo: track.handler == "vide") } ?? PixelSize(width: 0, height: 0)
        channels = if case .aac(let configuration)? = Self.audio(track) { AACFrameStart(configuration) } else { nil }
        slices = protection == nil ? Self.slices(track) : nil
    }

    private static func audio(_ track: MovieTrack) -> CodecConfiguration? {
        if case .codedAudio(let audio) = track.format { audio.configuration } else { nil }
    }

    /// Returns the width and height of a VisualSampleEntry (ISO/IEC 14496-12 12.1.3).
    private static func size(ofEntry entry: BoxView, isVideo: Bool) -> PixelSize {
        let fields = isVideo ? entry.content() : []
        guard fields.count >= 28 else { return PixelSize(width: 0, height: 0) }
        return PixelSize(
            width: Int(fields[24]) << 8 | Int(fields[25]), height: Int(fields[26]) << 8 | Int(fields[27]))
    }

    private static func slices(_ track: MovieTrack) -> SliceConformance? {
        guard case .codedVideo(let video) = track.format else { return nil }
        return SliceConformance(video, allowsOtherSets: !["avc1", "hvc1"].contains(track.sampleEntryCode))
    }

    private static func boxes(in entry: BoxView, of descriptions: BoxView?, _ track: MovieTrack) -> EntryBoxes {
        EntryBoxes(
            entry,
            from: entry.childrenOffset(in: descriptions)
                ?? (track.handler == "vide" ? VisualSampleEntry.fieldSize : AudioSampleEntry.plainSize))
    }

    /// Returns the codec string with the code of the entry, which may be `avc3` or `hev1`.
    private static func codec(_ format: MediaFormat, _ code: FourCC) -> String? {
        switch format {
        case .codedVideo(let video):
            switch video.configuration {
            case .avc, .hevc: return code.description + video.configuration.codecString.dropFirst(4)
            case .aac, .boxed: return video.configuration.codecString
            }
        case .codedAudio(let audio): return audio.configuration.codecString
        case .codedData(let data): return CodecConfiguration.text(data)
        case .rawVideo, .rawAudio, .timedText: return nil
        }
    }

    private static func types(_ box: BoxView?) -> [FourCC] {
        var walk = box?.boxes()
        var types: [FourCC] = []
        while types.count < 64, let child = walk?.next() { types.append(child.type) }
        return types
    }

    private static func describesSamples(_ table: BoxView?) -> Bool {
        guard let table else { return false }
        func hasEntries<Table: Box, Entry>(_ entries: KeyPath<Table, EntryTable<Entry>>) -> Bool {
            table.first(Table.self).map { Table(readingPresentFieldsOf: $0)[keyPath: entries].declaredCount > 0 }
                ?? false
        }
        return hasEntries(\TimeToSampleBox.entries) || hasEntries(\SampleToChunkBox.runs)
            || hasEntries(\ChunkOffsetBox.offsets) || hasEntries(\LargeChunkOffsetBox.offsets)
            || table.first(SampleSizeBox.self).map { SampleSizeBox(readingPresentFieldsOf: $0).sampleCount > 0 }
                ?? false
    }

    private static func parameterSets(_ boxes: EntryBoxes) -> Bool? {
        if let box = boxes["avcC"] {
            guard let fields = try? AVCDecoderConfiguration(bytes: box.content()).parse() else { return false }
            return !fields.sequenceParameterSets.isEmpty && !fields.pictureParameterSets.isEmpty
        }
        if let box = boxes["hvcC"] {
            return (try? HEVCDecoderConfiguration(bytes: box.content()).parse().isComplete) ?? false
        }
        return nil
    }

    private static func protection(_ box: BoxView) -> Protection {
        let encryption = box.first(.schi)?.first(TrackEncryptionBox.self)
        let fields = encryption.map(TrackEncryptionBox.init(readingPresentFieldsOf:)) ?? TrackEncryptionBox()
        let scheme = box.first(SchemeTypeBox.self).map { SchemeTypeBox(readingPresentFieldsOf: $0).scheme }
        return Protection(
            scheme: scheme, hasTrackEncryption: encryption != nil,
            isProtected: encryption == nil || fields.isProtected != 0, cryptBlocks: Int(fields.pattern >> 4),
            skipBlocks: Int(fields.pattern & 15), vectorSize: Int(fields.vectorSize),
            constantVectorSize: fields.constantVectorSize.map(Int.init))
    }
}
