import Media

// avc1(avcC, colr?, pasp, btrt?) | hvc1(hvcC, …) | mp4a(esds, btrt?) | another code with its own boxes
extension ByteWriter {
    mutating func writeSampleEntry(_ track: TrackDescription, _ form: MovieBox.Form) throws(UnwritableFormat) {
        switch track.format {
        case .codedVideo(let format): try writeVideoEntry(format, track, form)
        case .codedAudio(let format): try writeAudioEntry(format, track, form)
        case .codedData(let format): write(contentsOf: format.sampleEntry)
        case .timedText: throw UnwritableFormat(trackID: track.id, reason: "cues must be converted to samples first")
        case .rawVideo, .rawAudio:
            throw UnwritableFormat(trackID: track.id, reason: "it is not coded; add an encoder")
        }
    }

    private mutating func writeVideoEntry(
        _ format: CodedVideoFormat, _ track: TrackDescription, _ form: MovieBox.Form
    ) throws(UnwritableFormat) {
        let code = format.configuration.sampleEntryCode
        if form.flavour == .isoBaseMedia {
            guard ProResProfile(code: code) == nil else {
                throw UnwritableFormat(
                    trackID: track.id, reason: "ProRes video requires a QuickTime movie; write a file of type mov")
            }
            if code == "jpeg" { return try writeVideoEntry(format.withDescriptor, track, form) }
        }
        if let entry = format.copiedEntry { return write(contentsOf: entry) }
        guard let width = UInt16(exactly: format.size.width), let height = UInt16(exactly: format.size.height) else {
            throw UnwritableFormat(trackID: track.id, reason: "frames of \(format.size) exceed 65535 pixels a side")
        }
        try box(code) { writer throws(UnwritableFormat) in
            var fields = VisualSampleEntry()
            (fields.width, fields.height) = (width, height)
            writer.write(content: fields)
            try writer.writeVideoConfiguration(format.configuration, track)
            writer.writeColourAndShape(format, isQuickTime: form.flavour == .quickTime)
            writer.writeHighDynamicRange(format)
            writer.writeBitRate(track.bitRate)
        }
    }

    private mutating func writeVideoConfiguration(
        _ configuration: CodecConfiguration, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        switch configuration {
        case .avc(let record): box("avcC") { $0.write(contentsOf: record.bytes) }
        case .hevc(let record): box("hvcC") { $0.write(contentsOf: record.bytes) }
        case .boxed(_, let boxes): write(contentsOf: boxes)
        case .aac: throw UnwritableFormat(trackID: track.id, reason: "a video track with an audio configuration")
        }
    }

    private mutating func writeColourAndShape(_ format: CodedVideoFormat, isQuickTime: Bool) {
        if let colour = format.colour {
            var box = ColourBox()
            // Editors expect the form of the QuickTime File Format, which has no range.
            let isForEditors = isQuickTime && ProResProfile(code: format.configuration.sampleEntryCode) != nil
            box.colourType = isForEditors ? "nclc" : "nclx"
            (box.primaries, box.transfer) = (UInt16(colour.primaries), UInt16(colour.transfer))
            box.matrix = UInt16(colour.matrix)
            box.range = isForEditors ? nil : colour.isFullRange ? 0x80 : 0
            write(box)
        }
        var shape = PixelAspectBox()
        shape.horizontal = UInt32(bitPattern: format.pixelAspect.numerator)
        shape.vertical = UInt32(bitPattern: format.pixelAspect.denominator)
        write(shape)
        if let aperture = format.cleanAperture { box(CleanApertureBox.type) { $0.write(contentsOf: aperture.bytes) } }
    }

    /// Writes the boxes of high dynamic range and Dolby Vision, unless the configuration already contains the latter.
    private mutating func writeHighDynamicRange(_ format: CodedVideoFormat) {
        if let display = format.masteringDisplay {
            box(MasteringDisplayBox.type) { $0.write(contentsOf: display.bytes) }
        }
        if let light = format.contentLight { box(ContentLightBox.type) { $0.write(contentsOf: light.bytes) } }
        if let vision = format.dolbyVision, format.configuration.box(vision.boxType) == nil {
            box(vision.boxType) { $0.write(contentsOf: vision.bytes) }
        }
    }

    private mutating func writeAudioEntry(
        _ format: CodedAudioFormat, _ track: TrackDescription, _ form: MovieBox.Form
    ) throws(UnwritableFormat) {
        if let entry = format.copiedEntry { return write(contentsOf: entry) }
        if form.flavour == .quickTime, let coding = format.configuration.pcm {
            return try writeQuickTimePCM(coding, format, track)
        }
        guard let channels = UInt16(exactly: format.channelCount) else {
            throw UnwritableFormat(trackID: track.id, reason: "\(format.channelCount) channels, more than 65535")
        }
        try box(format.configuration.sampleEntryCode) { writer throws(UnwritableFormat) in
            let isVersioned = form.flavour == .quickTime
            let hasRateBox = !isVersioned && format.needsRateBox
            var fields = AudioSampleEntry()
            fields.version = isVersioned || hasRateBox ? 1 : 0
            fields.channelCount = channels
            fields.bitsPerSample = UInt16(clamping: format.configuration.bitsPerSample ?? 16)
            // In QuickTime, compression -2 marks compressed audio whose packets are described by the sample tables.
            fields.compression = isVersioned ? 0xfffe : 0
            fields.sampleRate = format.rateField(hasRateBox: hasRateBox)
            fields.hasVersionFields = isVersioned
            // The bytes per packet and per frame vary; a decoded sample has two bytes.
            fields.packets.framesPerPacket = UInt32(clamping: format.framesPerPacket)
            fields.packets.bytesPerSample = 2
            writer.write(content: fields)
            if isVersioned {
                try writer.writeQuickTimeAudio(format, track)
            } else {
                try writer.writeAudioConfiguration(format.configuration, track)
            }
            if hasRateBox { writer.write(SamplingRateBox(rate: UInt32(clamping: format.sampleRate))) }
            writer.writeBitRate(track.bitRate)
        }
    }

    /// Writes the codec's boxes inside `wave`.
    private mutating func writeQuickTimeAudio(
        _ format: CodedAudioFormat, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        try box(.wave) { writer throws(UnwritableFormat) in
            writer.write(OriginalFormatBox(format.configuration.sampleEntryCode))
            if format.configuration.sampleEntryCode == "mp4a" { writer.box("mp4a") { $0.writeZeros(4) } }
            try writer.writeAudioConfiguration(format.configuration, track)
            writer.writeTerminator()
        }
    }

    /// Writes the terminator of a `wave` box: a box without a type.
    mutating func writeTerminator() {
        write(UInt32(8))
        writeZeros(4)
    }

    private mutating func writeAudioConfiguration(
        _ configuration: CodecConfiguration, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        switch configuration {
        case .aac(let config):
            let descriptor = ElementaryStreamDescriptor(
                bufferSize: track.bitRate?.bufferSize ?? 0, maxBitRate: track.bitRate?.maximum ?? 0,
                averageBitRate: track.bitRate?.average ?? 0, decoderSpecificInfo: config.bytes)
            box("esds") { $0.write(contentsOf: descriptor.esdsContent) }
        case .boxed(_, let boxes): write(contentsOf: boxes)
        case .avc, .hevc:
            throw UnwritableFormat(trackID: track.id, reason: "an audio track with a video configuration")
        }
    }

    mutating func writeBitRate(_ rate: TrackDescription.BitRate?) {
        guard let rate else { return }
        var box = BitRateBox()
        (box.bufferSize, box.maximum, box.average) = (rate.bufferSize, rate.maximum, rate.average)
        write(box)
    }
}

extension CodedAudioFormat {
    /// Whether the rate does not fit into the entry and is not in a configuration: uncompressed audio above 65535 Hz.
    var needsRateBox: Bool { configuration.pcm != nil && UInt16(exactly: sampleRate) == nil }

    /// The sample rate field, a 16.16 number; TrueHD uses all bits for the integer. Rates above 16 bits are in the
    /// codec configuration, or in a `srat` box with the value 1 here.
    fileprivate func rateField(hasRateBox: Bool) -> UInt32 {
        if configuration.sampleEntryCode == "mlpa" { return UInt32(clamping: sampleRate) }
        return UInt32(hasRateBox ? 1 : UInt16(exactly: sampleRate) ?? 0) << 16
    }
}

extension CodedVideoFormat {
    /// JPEG as an MPEG-4 entry with a descriptor, its form in MP4 files (ISO/IEC 14496-1 table 5).
    fileprivate var withDescriptor: CodedVideoFormat {
        var format = self
        let descriptor = ElementaryStreamDescriptor(objectTypeIndication: 0x6c, decoderSpecificInfo: [])
        format.configuration = .boxed("mp4v", "esds", descriptor.esdsContent)
        format.copiedEntry = nil
        return format
    }
}
