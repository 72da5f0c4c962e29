import DASH
import HLS
import Media

/// Groups renditions into adaptation sets. Players switch between the representations of a set and choose among sets.
struct DASHAdaptation {
    private let renditions: [DASHRendition]
    private let start: MediaTime
    private let isLive: Bool
    /// Whether players request segments while they are made.
    var isLowLatency = false

    init(_ renditions: [DASHRendition], start: MediaTime, isLive: Bool) {
        self.renditions = renditions
        self.start = start
        self.isLive = isLive
    }

    /// The properties that must be equal for players to switch between renditions.
    private struct Key: Hashable {
        var contentType: String
        var codec: Substring
        var isTrickPlay: Bool
        var range: VideoRange?
        var channels: Int?
        var language: String?
        var characteristics: [String]
        var isForced: Bool
        var name: String?
        /// The name of the picture in a group of different ones.
        var angle: String?
        /// The keys; nil for clear media. A player that lacks a key does not select its set.
        var keyIdentifiers: [[UInt8]]?

        init(_ described: DASHRendition) {
            let rendition = described.rendition
            let track = rendition.tracks.first
            contentType = rendition.images != nil ? "image" : rendition.mediaType.rawValue
            codec = rendition.codecs.first?.prefix { $0 != "." } ?? ""
            isTrickPlay = rendition.isTrickPlay
            range = rendition.codedVideo?.videoRange
            channels = rendition.audio.first?.channelCount
            language = track?.language
            characteristics = track?.attributes.characteristics ?? []
            isForced = track?.attributes.isForced ?? false
            name = contentType == "video" ? nil : track?.name
            if contentType == "video", track?.attributes.group != nil { angle = track?.name }
            keyIdentifiers = described.protection?.keyIdentifiers
        }

        /// Whether players can switch between both sets if they have the keys.
        func differsInKeys(from other: Key) -> Bool {
            var other = other
            guard contentType != "image", keyIdentifiers != other.keyIdentifiers else { return false }
            other.keyIdentifiers = keyIdentifiers
            return self == other
        }
    }

    var sets: [AdaptationSet] {
        var groups: [(key: Key, members: [DASHRendition])] = []
        for rendition in renditions {
            let key = Key(rendition)
            if let index = groups.firstIndex(where: { $0.key == key }) {
                groups[index].members.append(rendition)
            } else {
                groups.append((key, [rendition]))
            }
        }
        let angles = groups.map(\.key).filter { $0.contentType == "video" }.compactMap(\.angle)
        let (mainAngle, hasAngles) = (angles.first, Set(angles).count > 1)
        let mainVideo = groups.firstIndex { $0.key.contentType == "video" && !$0.key.isTrickPlay }.map { $0 + 1 }
        let mainAudio =
            groups.firstIndex { $0.key.contentType == "audio" && $0.members.contains(where: \.rendition.isDefault) }
            ?? groups.firstIndex { $0.key.contentType == "audio" }
        return groups.enumerated().map { index, group in
            var set = AdaptationSet(
                id: index + 1, contentType: group.key.contentType, mimeType: mimeType(group.key, group.members),
                language: group.key.language, label: hasAngles ? group.key.angle ?? group.key.name : group.key.name,
                representations: group.members.map(representation))
            set.contentProtection = group.members.first?.protection?.descriptors ?? []
            let others = groups.indices.filter { $0 != index && groups[$0].key.differsInKeys(from: group.key) }
            if !others.isEmpty { set.supplementalProperties.append(.switching(to: others.map { $0 + 1 })) }
            set.startsWithSAP = group.members.map(\.accessPointType).max() ?? 1
            let isMain =
                group.key.contentType == "audio"
                ? index == mainAudio : !hasAngles || group.key.angle.map { $0 == mainAngle } ?? true
            describe(&set, group.key, isMain: isMain)
            if hasAngles, let angle = group.key.angle { set.viewpoints = [.viewpoint(angle)] }
            describeRange(&set, group.members.first?.rendition.codedVideo)
            if group.key.isTrickPlay, let mainVideo { set.essentialProperties.append(.trickMode(of: mainVideo)) }
            if let images = group.members.first?.rendition.images { set.essentialProperties = [.tiles(images)] }
            return set
        }
    }

    /// Describes high dynamic range by code points (ETSI TS 103 285 5.2.5). PQ is essential, so that only players that
    /// support it select the set; HLG is supplemental, with the transfer function of BT.2020 for other players.
    private func describeRange(_ set: inout AdaptationSet, _ video: CodedVideoFormat?) {
        guard let video, let colour = video.colour, video.videoRange != .sdr, colour.primaries != 2 else { return }
        let isHLG = video.videoRange == .hlg
        set.essentialProperties += [
            .codePoint("ColourPrimaries", colour.primaries), .codePoint("MatrixCoefficients", colour.matrix),
            .codePoint("TransferCharacteristics", isHLG ? 14 : 16),
        ]
        if isHLG { set.supplementalProperties += [.codePoint("TransferCharacteristics", 18)] }
    }

    private func mimeType(_ key: Key, _ members: [DASHRendition]) -> String {
        guard let rendition = members.first?.rendition else { return "video/mp4" }
        return rendition.images?.contentType ?? PlaylistLayout.movieContentType(rendition)
    }

    private func describe(_ set: inout AdaptationSet, _ key: Key, isMain: Bool) {
        if key.contentType == "text" { return set.roles = [.text(key.characteristics, isForced: key.isForced)] }
        guard key.contentType == "video" || key.contentType == "audio", !key.isTrickPlay else { return }
        if key.characteristics.contains(RenditionCharacteristic.describesVideo) {
            set.accessibility = [.describesVideo]
            set.roles = [.role("description")]
        } else if key.characteristics.contains(RenditionCharacteristic.auxiliaryContent) {
            set.roles = [.role("commentary")]
        } else if key.characteristics.contains(RenditionCharacteristic.enhancesSpeech) {
            set.accessibility = [.enhancesSpeech]
            set.roles = [.role("enhanced-audio-intelligibility")]
        } else {
            set.roles = [.role(isMain ? "main" : "alternate")]
        }
        if key.characteristics.contains(RenditionCharacteristic.dubbed) { set.roles.append(.role("dub")) }
    }

    private func representation(_ rendition: DASHRendition) -> Representation {
        let offset = start.ticks(at: rendition.timescale)
        var list = SegmentList(
            timescale: rendition.timescale, presentationTimeOffset: offset, initialization: rendition.initialization,
            entries: rendition.entries)
        if isLowLatency { list.grid = rendition.grid(of: list) }
        var result = Representation(
            id: PlaylistLayout.reference(rendition.rendition.id), bandwidth: rendition.bandwidth(isLive: isLive),
            codecs: rendition.rendition.codecs, segments: list)
        if let video = rendition.rendition.codedVideo {
            result.size = video.size
            result.sampleAspect = video.pixelAspect.value == 1 ? nil : video.pixelAspect
            result.frameRate = rendition.measuredFrameRate
            result.supplementalCodec = video.supplementalCodec
        }
        if let images = rendition.rendition.images { result.size = images.size }
        for case .codedAudio(let format) in rendition.rendition.tracks.map(\.format) {
            (result.samplingRate, result.channelCount) = (format.sampleRate, format.channelCount)
        }
        return result
    }
}

extension Rendition {
    fileprivate var isDefault: Bool { tracks.contains { $0.attributes.isDefault == true } }
}

extension AdaptationSet.Descriptor {
    /// The role of a text track (ISO/IEC 23009-1 5.8.5.5).
    fileprivate static func text(_ characteristics: [String], isForced: Bool) -> AdaptationSet.Descriptor {
        if isForced { return .role("forced-subtitle") }
        if characteristics.contains(RenditionCharacteristic.auxiliaryContent) { return .role("commentary") }
        let isCaption = characteristics.contains(RenditionCharacteristic.transcribesDialog)
        return .role(isCaption ? "caption" : "subtitle")
    }

    /// The layout of thumbnails in an image (DASH-IF IOP 6.2.6).
    fileprivate static func tiles(_ images: ThumbnailGrid) -> AdaptationSet.Descriptor {
        AdaptationSet.Descriptor(
            scheme: "http://dashif.org/guidelines/thumbnail_tile", value: "\(images.columns)x\(images.rows)")
    }
}
