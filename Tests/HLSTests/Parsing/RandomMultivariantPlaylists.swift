import HLS
import Media

extension RandomPlaylists {
    mutating func multivariant() -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist(hasIndependentSegments: chance(50))
        playlist.definitions = definitions(isMedia: false)
        playlist.start = start()
        for _ in 0..<number(4) { playlist.renditions.append(rendition()) }
        for _ in 0..<1 + number(3) { playlist.variants.append(variant()) }
        for _ in 0..<number(3) { playlist.iFrameVariants.append(iFrameVariant()) }
        for index in 0..<number(3) { playlist.sessionData.append(sessionData(index)) }
        completeGroups(of: &playlist)
        playlist.sessionKeys = keys()
        if chance(20) {
            var steering = ContentSteering(serverURI: word(), pathwayID: chance(50) ? "CDN-A" : nil)
            steering.unknownAttributes = unknownAttributes()
            playlist.contentSteering = steering
        }
        playlist.unknownTags = unknownTags()
        return playlist
    }

    /// Gives members of a group unique names, and adds the groups that variants refer to.
    private mutating func completeGroups(of playlist: inout MultivariantPlaylist) {
        for index in playlist.renditions.indices { playlist.renditions[index].name += " \(index)" }
        for variant in playlist.variants + playlist.iFrameVariants {
            var groups: [(AlternativeRendition.Kind, String?)] = [
                (.audio, variant.audioGroup), (.video, variant.videoGroup), (.subtitles, variant.subtitlesGroup),
            ]
            if case .group(let id) = variant.closedCaptions { groups.append((.closedCaptions, id)) }
            for case (let kind, let id?) in groups {
                var member = rendition(kind)
                member.groupID = id
                member.name += " \(playlist.renditions.count)"
                playlist.renditions.append(member)
            }
        }
    }

    private mutating func rendition() -> AlternativeRendition {
        let kinds: [AlternativeRendition.Kind] = [.audio, .video, .subtitles, .closedCaptions]
        return rendition(kinds.randomElement(using: &random) ?? .audio)
    }

    private mutating func rendition(_ kind: AlternativeRendition.Kind) -> AlternativeRendition {
        let isDefault = chance(50)
        var rendition = AlternativeRendition(
            kind: kind, groupID: word(), name: word(), language: chance(50) ? "de-CH" : nil, isDefault: isDefault,
            isAutoselect: isDefault || chance(50), isForced: kind == .subtitles && chance(20),
            characteristics: chance(20) ? ["public.one", "public.two"] : [], channels: chance(50) ? "6/JOC" : nil)
        switch kind {
        case .subtitles: rendition.uri = word()
        case .closedCaptions: rendition.instreamID = chance(50) ? "CC1" : "SERVICE63"
        default:
            rendition.uri = chance(80) ? word() : nil
            rendition.instreamID = chance(10) ? "2" : nil
        }
        rendition.associatedLanguage = chance(20) ? "gsw" : nil
        rendition.stableID = chance(20) ? "stable_1" : nil
        rendition.bitDepth = chance(20) ? 24 : nil
        rendition.sampleRate = chance(20) ? 48000 : nil
        rendition.unknownAttributes = unknownAttributes()
        rendition.unknownTags = unknownTags()
        return rendition
    }

    private mutating func variant() -> Variant {
        var variant = iFrameVariant()
        variant.frameRate = chance(50) ? FrameRate(thousandths: number(240_000)) : nil
        variant.audioGroup = chance(50) ? word() : nil
        variant.subtitlesGroup = chance(10) ? word() : nil
        variant.closedCaptions =
            [nil, Variant.ClosedCaptions.none, .group(word())].randomElement(using: &random) ?? nil
        return variant
    }

    private mutating func iFrameVariant() -> Variant {
        var variant = Variant(
            uri: word(), bandwidth: number(1 << 40), averageBandwidth: chance(50) ? number(1 << 30) : nil,
            codecs: chance(80) ? ["avc1.64001f", "mp4a.40.2"] : [],
            resolution: chance(50) ? PixelSize(width: number(9999), height: number(9999)) : nil,
            videoRange: [nil, .pq, .hlg, VideoRange(rawValue: "NEW")].randomElement(using: &random) ?? nil,
            videoGroup: chance(10) ? word() : nil)
        variant.score = chance(20) ? DecimalNumber("1.25") : nil
        variant.supplementalCodecs =
            chance(20) ? [SupplementalCodec(codec: "dvh1.08.07", brands: ["db4h"]), .init(codec: "x")] : []
        variant.hdcpLevel = [nil, HDCPLevel.none, .type0, .type1].randomElement(using: &random) ?? nil
        variant.allowedProtection =
            chance(20)
            ? [
                AllowedProtection(keyFormat: "urn:uuid:1", configurations: ["A", "B"]),
                AllowedProtection(keyFormat: "com.example", configurations: []),
            ] : []
        variant.requiredVideoLayout =
            chance(20) ? [VideoLayout(specifiers: [.stereo, .halfEquirectangular]), .init(specifiers: [.mono])] : []
        variant.stableID = chance(20) ? "stable+1" : nil
        variant.pathwayID = chance(20) ? "CDN-A" : nil
        variant.unknownAttributes = unknownAttributes()
        variant.unknownTags = unknownTags()
        return variant
    }

    private mutating func sessionData(_ number: Int) -> SessionData {
        let contents: [SessionData.Content] = [.value(word()), .json(uri: word()), .raw(uri: word())]
        var data = SessionData(
            id: "com.example.\(number)." + word(), content: contents.randomElement(using: &random) ?? .value(""),
            language: chance(50) ? "en" : nil)
        data.unknownAttributes = unknownAttributes()
        return data
    }
}
