/// Compares a track's first sample with its codec configuration and corrects the format.
package struct CodecCheck: Sendable, Hashable {
    /// The corrected format; the bitstream takes precedence.
    package private(set) var format: MediaFormat
    /// A message about the contradiction; nil if both agree.
    package private(set) var contradiction: String?
    /// The reason why the samples do not conform to the sample entry, as the end of a sentence; nil if they can be
    /// carried.
    package private(set) var fault: String?

    /// Compares a format with its first sample, which must be a sync sample.
    package init(_ format: MediaFormat, firstSample: ByteSlice) {
        self.format = format
        switch format {
        case .codedVideo(let video): reconcile(video, firstSample)
        case .codedAudio(let audio): reconcile(audio, firstSample)
        case .rawVideo, .rawAudio, .timedText, .codedData: break
        }
    }

    private mutating func reconcile(_ video: CodedVideoFormat, _ sample: ByteSlice) {
        if let size = BitstreamSyntax(.codedVideo(video))?.nalLengthSize, sample.isByteStream(lengthSize: size) {
            fault =
                "whose samples are an Annex B byte stream instead of NAL units with length prefixes, which sample entry "
                + "'\(video.configuration.sampleEntryCode)' requires (ISO/IEC 14496-15 4.3.2); write the file again with another tool"
            return
        }
        var video = video.completed(by: sample)
        let configured = video.configuration
        switch configured {
        case .avc(let record): video.configuration = Self.avc(record, sample) ?? configured
        case .hevc(let record):
            video.configuration = Self.hevc(record, sample) ?? configured
            readMetadata(&video, record, sample)
        case .boxed(let code, _):
            if let box = configured.box("hvcC") { readMetadata(&video, HEVCDecoderConfiguration(bytes: box), sample) }
            if code == "av01" { reconcileAV1(&video, sample) }
            if code == "vp09", let record = configured.box("vpcC").map(VPCodecConfiguration.init(bytes:)),
                let header = try? VP9FrameHeader(sample), let sequence = header.sequence,
                record.essentials != [header.profile, UInt8(sequence.bitDepth)]
            {
                let truth = record.with(profile: header.profile, bitDepth: UInt8(sequence.bitDepth))
                video.configuration = .boxed(code, "vpcC", truth.bytes)
            }
        case .aac: break
        }
        compare(configured, video.configuration)
        format = .codedVideo(video)
    }

    /// Adds high dynamic range metadata from the messages of the sample, or else of the record.
    private func readMetadata(
        _ video: inout CodedVideoFormat, _ record: HEVCDecoderConfiguration, _ sample: ByteSlice
    ) {
        let messages = VideoMetadataMessages(hevc: sample, nalLengthSize: record.nalLengthSize)
        let stored = VideoMetadataMessages(record)
        video.masteringDisplay = video.masteringDisplay ?? messages.masteringDisplay ?? stored.masteringDisplay
        video.contentLight = video.contentLight ?? messages.contentLight ?? stored.contentLight
    }

    private mutating func reconcileAV1(_ video: inout CodedVideoFormat, _ sample: ByteSlice) {
        let unit = AV1TemporalUnit(sample)
        video.masteringDisplay = video.masteringDisplay ?? unit.masteringDisplay
        video.contentLight = video.contentLight ?? unit.contentLight
        guard let header = unit.sequenceHeader else { return }
        if video.colour == nil { video.colour = header.colour?.declared }
        guard let record = video.configuration.box("av1C").map(AV1CodecConfiguration.init(bytes:)) else { return }
        let truth = AV1CodecConfiguration(header, unit: unit.sequenceHeaderUnit)
        // The chroma position is optional, and writers omit it.
        let (declared, found) = (record.bytes.prefix(3).map { $0 }, truth.bytes.prefix(3).map { $0 })
        guard declared.count == 3, declared[1] != found[1] || declared[2] & 0xfc != found[2] & 0xfc else { return }
        video.configuration = .boxed("av01", "av1C", truth.bytes)
    }

    private mutating func reconcile(_ audio: CodedAudioFormat, _ sample: ByteSlice) {
        var audio = audio
        let configured = audio.configuration
        let head = sample.slice(0..<min(sample.count, 64)).bytes
        if let said = configured.box("dac3"), let frame = try? AC3SyncFrame(head) {
            // The bit rate of a stream may vary from frame to frame.
            let truth = AC3SpecificConfiguration(frame)
            if said.prefix(2).map({ $0 & 0xfc }) != truth.bytes.prefix(2).map({ $0 & 0xfc }) {
                audio.configuration = truth.configuration
            }
            (audio.sampleRate, audio.channelCount) = (frame.sampleRate, frame.channelCount)
        }
        if configured.sampleEntryCode == "mhm1", configured.box("mhaC") == nil,
            let record = MPEGHConfiguration(sample: sample)
        {
            audio.configuration = record.configuration("mhm1")
            audio.channelCount = record.channelCount ?? audio.channelCount
            (audio.sampleRate, audio.framesPerPacket) = (record.sampleRate ?? audio.sampleRate, record.frameLength ?? 0)
            format = .codedAudio(audio)
            return
        }
        if let said = configured.box("dec3"), let truth = try? EC3SpecificConfiguration(sample: sample) {
            // The first two bytes contain the bit rate.
            if said.dropFirst(2) != truth.bytes.dropFirst(2) { audio.configuration = truth.configuration }
            audio.channelCount = truth.channelCount
        }
        if configured.sampleEntryCode == "mp4a", configured.box("esds") != nil,
            let header = try? MPEGAudioHeader(head), header.layer == 3
        {
            compare(rate: audio.sampleRate, header)
            // Entries always have 2 channels, as their specification used to require.
            (audio.sampleRate, audio.channelCount) = (header.sampleRate, header.channelCount)
            audio.framesPerPacket = header.frameLength
        }
        compare(configured, audio.configuration)
        format = .codedAudio(audio)
    }

    private mutating func compare(_ configured: CodecConfiguration, _ found: CodecConfiguration) {
        guard configured != found else { return }
        let (declared, truth) = (configured.codecString, found.codecString)
        let detail = declared == truth ? "a configuration of \(declared) that differs from the bitstream" : declared
        contradiction = "the container's configuration says \(detail), the bitstream's own header says \(truth)"
    }

    private mutating func compare(rate: Int, _ header: MPEGAudioHeader) {
        guard rate != header.sampleRate else { return }
        contradiction =
            "the container says MP3 with \(rate) samples per second, the bitstream's own header says "
            + "\(header.sampleRate)"
    }
}

extension CodecCheck {
    /// Returns a record with the sample's parameter sets if their profile or level differs.
    private static func avc(_ record: AVCDecoderConfiguration, _ sample: ByteSlice) -> CodecConfiguration? {
        let sets = ParameterSets(sample, .avc(lengthSize: record.nalLengthSize))
        guard let found = sets[7].first, found.count >= 4, record.bytes.count >= 4,
            Array(found[1...3]) != Array(record.bytes[1...3])
        else { return nil }
        return try? .avc(
            AVCDecoderConfiguration(sequenceParameterSets: sets[7], pictureParameterSets: sets[8]))
    }

    private static func hevc(_ record: HEVCDecoderConfiguration, _ sample: ByteSlice) -> CodecConfiguration? {
        let sets = ParameterSets(sample, .hevc(lengthSize: record.nalLengthSize))
        guard !sets[32].isEmpty, !sets[33].isEmpty, !sets[34].isEmpty,
            let truth = try? HEVCDecoderConfiguration(
                videoParameterSets: sets[32], sequenceParameterSets: sets[33], pictureParameterSets: sets[34]),
            let (declared, found) = try? (record.parse(), truth.parse())
        else { return nil }
        let isSame =
            declared.profile == found.profile && declared.level == found.level
            && declared.isHighTier == found.isHighTier
            && declared.compatibility == found.compatibility
        return isSame ? nil : .hevc(truth)
    }
}

extension BitstreamSyntax {
    /// The size of the length prefix of NAL units; nil for other codecs.
    package var nalLengthSize: Int? {
        switch self {
        case .avc(let size), .hevc(let size), .vvc(let size): size
        case .av1, .vp8, .vp9, .unifiedSpeechAndAudio: nil
        }
    }
}

extension ByteSlice {
    /// Whether NAL units have start codes, and interpreting them as lengths does not give the size of the sample.
    fileprivate func isByteStream(lengthSize: Int) -> Bool {
        withUnsafeBytes { buffer in
            guard buffer.count > 5, buffer[0] == 0, buffer[1] == 0 else { return false }
            guard buffer[2] == 1 || buffer[2] == 0 && buffer[3] == 1 else { return false }
            var end = 0
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) { end += lengthSize + unit.count }
            return end != buffer.count
        }
    }
}
