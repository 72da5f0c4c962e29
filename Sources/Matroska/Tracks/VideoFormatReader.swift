import Media

/// Reads the format of a video track.
struct VideoFormatReader {
    private let entry: TrackEntry
    private let coding: TrackCoding
    private let settings: VideoSettings
    private let record: [UInt8]?
    private let first: ByteSlice?

    /// `record` is the decoder configuration, and `first` the first frame.
    init(_ entry: TrackEntry, _ coding: TrackCoding, record: [UInt8]?, first: ByteSlice?) {
        (self.entry, self.coding, self.record, self.first) = (entry, coding, record, first)
        settings = entry.video ?? VideoSettings()
    }

    func format() throws(TrackObstacle) -> CodedVideoFormat {
        let stored = try storedSize()
        var (configuration, set) = try parameters()
        var colour = settings.colour?.description
        let declared = TrackFrameRate.rate(duration: entry.defaultDuration)
        let rate = declared ?? set?.frameRate
        if coding == .vp9 { (configuration, colour) = try vp9(rate, colour) }
        var format = CodedVideoFormat(
            configuration: configuration, size: set?.size ?? stored,
            pixelAspect: settings.pixelAspect ?? set?.pixelAspect ?? Ratio(1),
            colour: colour?.completed(by: set?.colour) ?? set?.colour,
            nominalFrameRate: rate)
        format.isInterlaced = settings.interlacing == 1 || set?.allowsFields == true
        format.cleanAperture = settings.cleanAperture
        format.displayMatrix = settings.projection?.displayMatrix(of: format.size)
        format.masteringDisplay = settings.colour?.mastering?.display
        format.contentLight = settings.colour?.contentLight
        format.dolbyVision = dolbyVision
        return format
    }

    private func storedSize() throws(TrackObstacle) -> PixelSize {
        guard (1...65_535).contains(settings.width), (1...65_535).contains(settings.height) else {
            throw TrackObstacle("whose size of \(settings.width)x\(settings.height) pixels is invalid")
        }
        return PixelSize(width: Int(settings.width), height: Int(settings.height))
    }

    private func parameters() throws(TrackObstacle) -> (CodecConfiguration, SequenceParameterSet?) {
        switch coding {
        case .avc:
            let record = AVCDecoderConfiguration(bytes: try required("avcC"))
            guard (try? record.parse()) != nil else { throw damaged("avcC") }
            return (.avc(record), try? record.sequenceParameterSet())
        case .hevc:
            let record = HEVCDecoderConfiguration(bytes: try required("hvcC"))
            guard (try? record.parse()) != nil else { throw damaged("hvcC") }
            return (.hevc(record), try? record.sequenceParameterSet())
        case .av1: return (try av1(), nil)
        case .vp8: return (VPCodecConfiguration.vp8.configuration, nil)
        case .jpeg: return (.boxed(sampleEntry: "jpeg", boxes: []), nil)
        case .proRes: return (try proRes(), nil)
        default: return (.boxed("vp09", "vpcC", []), nil)
        }
    }

    /// The decoder configuration is the code of the sample entry in QuickTime movies.
    private func proRes() throws(TrackObstacle) -> CodecConfiguration {
        let code = record.flatMap { bytes in
            bytes.count >= 4 ? FourCC(rawValue: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }) : nil
        }
        guard let code, ProResProfile(code: code) != nil else {
            throw TrackObstacle("whose profile of ProRes is unknown")
        }
        let fields = first.flatMap { try? ProResFrameHeader($0) }?.fieldHandling
        return .boxed(sampleEntry: code, boxes: fields ?? [])
    }

    private func required(_ box: String) throws(TrackObstacle) -> [UInt8] {
        guard let record else { throw TrackObstacle("whose decoder configuration (\(box)) is missing") }
        return record
    }

    private func damaged(_ box: String) -> TrackObstacle {
        TrackObstacle("whose decoder configuration (\(box)) is damaged")
    }

    /// The sequence header of the first frame takes precedence over the record.
    private func av1() throws(TrackObstacle) -> CodecConfiguration {
        if let unit = first.map({ AV1TemporalUnit($0) }), let header = unit.sequenceHeader {
            return .boxed("av01", "av1C", AV1CodecConfiguration(header, unit: unit.sequenceHeaderUnit).bytes)
        }
        guard let record, AV1CodecConfiguration(bytes: record).sequenceHeader != nil else {
            throw TrackObstacle("which has no AV1 sequence header")
        }
        return .boxed("av01", "av1C", record)
    }

    private func vp9(
        _ rate: Ratio?, _ colour: ColourDescription?
    ) throws(TrackObstacle) -> (CodecConfiguration, ColourDescription?) {
        guard let header = first.flatMap({ try? VP9FrameHeader($0) }), let sequence = header.sequence else {
            throw TrackObstacle("which does not begin with a VP9 key frame")
        }
        let record = VPCodecConfiguration(header, sequence, frameRate: rate)
        return (.boxed("vp09", "vpcC", record.bytes), colour ?? record.colour)
    }

    /// The configuration of a base layer that also plays without Dolby Vision.
    private var dolbyVision: DolbyVisionConfiguration? {
        let types: Set<FourCC> = ["dvcC", "dvvC", "dvwC"]
        let mapping = entry.additionMappings.first { mapping in
            UInt32(exactly: mapping.type).map { types.contains(FourCC(rawValue: $0)) } ?? false
        }
        guard let data = mapping?.extraData, data.count <= MatroskaLimits.textSize,
            let record = DolbyVisionConfiguration(bytes: data.bytes), record.compatibility != 0
        else { return nil }
        return record
    }
}
