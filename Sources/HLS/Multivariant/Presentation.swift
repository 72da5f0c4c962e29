/// All renditions of one presentation, as offered by a multivariant playlist.
///
/// Each rendition with video becomes a variant, except those with other pictures, which are members of groups. Separate audio renditions become a group of alternatives per codec and
/// layout, subtitles become further groups, and every variant is offered with every group.
package struct Presentation: Sendable, Hashable {
    /// The renditions in playlist order.
    package var renditions: [PresentationRendition]
    /// Whether every segment starts with a sync sample.
    package var hasIndependentSegments: Bool
    /// Options of the multivariant playlist.
    package var options = PresentationOptions()
    /// Thumbnails for seeking.
    package var images: [ImageRendition] = []
    /// Captions embedded in the video.
    package var captions = PresentationCaptions.unknown

    package init(renditions: [PresentationRendition], hasIndependentSegments: Bool) {
        self.renditions = renditions
        self.hasIndependentSegments = hasIndependentSegments
    }

    /// The multivariant playlist.
    package var playlist: MultivariantPlaylist {
        let groups = audioGroups
        let subtitles = SubtitleGroups(renditions).groups
        let carried = muxedAudio.map { [$0] } ?? []
        let descriptions = AudioDescription.of(carried + groups.members)
        var playlist = MultivariantPlaylist(hasIndependentSegments: hasIndependentSegments)
        playlist.renditions = groups.groups.flatMap { alternatives(in: $0, descriptions) }
        playlist.renditions += videoGroups.members(options)
        playlist.renditions += subtitles.flatMap { $0.alternatives(options) }
        playlist.variants = variants(with: groups.groups).offered(with: subtitles, options)
        if playlist.variants.isEmpty { playlist.variants = subtitles.compactMap(textVariant) }
        playlist.iFrameVariants = renditions.filter { !videoGroups.isAlternative($0) }.compactMap { iFrameVariant($0) }
        playlist.unknownTags = images.map { $0.tag(uriPrefix: options.uriPrefix) }
        playlist.sessionKeys = sessionKeys
        captions.apply(to: &playlist)
        options.apply(to: &playlist)
        return playlist
    }

    /// The keys of all renditions, each once.
    private var sessionKeys: [EncryptionKey] {
        renditions.flatMap { rendition in
            rendition.sessionKeys.map { $0.moved(from: options.uriPrefix + rendition.uri) }
        }.uniqued
    }

    private var videoGroups: VideoGroups { VideoGroups(renditions.filter { $0.video != nil && !$0.isTrickPlay }) }
    private var videoRenditions: [PresentationRendition] {
        let groups = videoGroups
        return renditions.filter { $0.video != nil && !$0.isTrickPlay && !groups.isAlternative($0) }
    }
    private var audioRenditions: [PresentationRendition] { renditions.filter { $0.video == nil && $0.text == nil } }
    private var declaresRange: Bool { renditions.contains { $0.video.map { $0.range != .sdr } ?? false } }

    /// Whether variants declare scores: all or none of them must (RFC 8216bis 4.4.6.2).
    private var isScored: Bool { videoRenditions.allSatisfy { $0.video?.score != nil } }

    /// The audio groups; a single audio-only rendition is a variant and needs no group.
    private var audioGroups: AudioGroups {
        AudioGroups(!videoRenditions.isEmpty || audioRenditions.count > 1 ? audioRenditions : [])
    }

    private func variants(with groups: [AudioGroups.Group]) -> [Variant] {
        let videos = videoRenditions
        if videos.isEmpty {
            if groups.isEmpty { return audioRenditions.map { variant($0, group: nil) } }
            return groups.map { variant($0.renditions[0], group: $0) }
        }
        let offered: [AudioGroups.Group?] = groups.isEmpty ? [nil] : groups
        let sorted = offered.flatMap { group in VariantOrder.sorted(videos.map { variant($0, group: group) }) }
        return VariantOrder.movingStartVariantFirst(sorted)
    }

    private func variant(_ rendition: PresentationRendition, group: AudioGroups.Group?) -> Variant {
        let angles = videoGroups.group(of: rendition)
        let others = angles?.others.map(\.rendition) ?? []
        // Players load one picture at a time.
        var bandwidth = others.reduce(rendition.bandwidth) { $0.union($1.bandwidth) }
        if let group {
            // An audio-only variant plays one member of its group, not an additional one.
            bandwidth = rendition.video == nil ? group.bandwidth : bandwidth + group.bandwidth
        }
        var variant = Variant(
            uri: rendition.uri, bandwidth: bandwidth.peak, averageBandwidth: bandwidth.average,
            codecs: (rendition.codecs + others.flatMap(\.codecs) + (group?.codecs ?? [])).uniqued)
        (variant.audioGroup, variant.videoGroup) = (group?.id, angles?.id)
        variant.stableID = options.stableID(rendition.id, group?.id)
        if isScored { variant.score = rendition.video?.score.flatMap { DecimalNumber(score: $0) } }
        describe(rendition.video, in: &variant)
        // The highest one of all video (RFC 8216bis 4.4.6.2).
        variant.frameRate = ([rendition] + others).compactMap { $0.video?.frameRate }
            .max { $0.thousandths < $1.thousandths }
        return variant
    }

    /// Returns a variant for subtitles without video and audio, with a group that offers the other subtitles.
    private func textVariant(_ group: SubtitleGroups.Group) -> Variant? {
        guard let first = group.members.first?.rendition else { return nil }
        var variant = Variant(
            uri: first.uri, bandwidth: group.bandwidth.peak, averageBandwidth: group.bandwidth.average,
            // WebVTT files have no codec; the variant declares the one of WebVTT in fragmented MP4.
            codecs: group.codecs.isEmpty ? ["wvtt"] : group.codecs)
        variant.subtitlesGroup = group.id
        variant.stableID = options.stableID(first.id, group.id)
        return variant
    }

    private func iFrameVariant(_ rendition: PresentationRendition) -> Variant? {
        guard let iFrames = rendition.iFrames, let video = rendition.video else { return nil }
        var variant = Variant(
            uri: iFrames.uri, bandwidth: iFrames.bandwidth.peak, averageBandwidth: iFrames.bandwidth.average,
            codecs: [video.codec])
        variant.stableID = options.stableID(rendition.id, "iframes")
        describe(video, in: &variant)
        // The frame rate of an I-frame playlist is lower than the frame rate of the video.
        variant.frameRate = nil
        return variant
    }

    private func describe(_ video: PresentationRendition.Video?, in variant: inout Variant) {
        guard let video else { return }
        variant.resolution = video.resolution
        variant.frameRate = video.frameRate
        variant.videoRange = declaresRange ? video.range : nil
        variant.requiredVideoLayout = video.requiredLayout
        options.outputProtection.apply(to: &variant, size: video.resolution)
        variant.supplementalCodecs = video.supplementalCodec.map { [SupplementalCodec($0)] } ?? []
    }

    /// Returns the members of one group; corresponding members of other groups differ only in their audio.
    private func alternatives(
        in group: AudioGroups.Group, _ descriptions: [AudioDescription]
    ) -> [AlternativeRendition] {
        var alternatives: [AlternativeRendition] = []
        var descriptions = descriptions[...]
        if let carried = muxedAudio, let description = descriptions.popFirst() {
            alternatives.append(description.alternative(carried, uri: nil, groupID: group.id))
        }
        for (rendition, description) in zip(group.renditions, descriptions) {
            guard let audio = rendition.audio.first else { continue }
            var alternative = description.alternative(audio, uri: rendition.uri, groupID: group.id)
            alternative.stableID = options.stableID(rendition.id)
            alternatives.append(alternative)
        }
        return alternatives
    }

    /// The audio that is multiplexed into every rendition with video; nil if some have none.
    private var muxedAudio: PresentationRendition.Audio? {
        videoRenditions.allSatisfy { !$0.audio.isEmpty } ? videoRenditions.first?.audio.first : nil
    }
}

extension [Variant] {
    /// Returns each variant with each subtitle group; all variants with the first group precede those with the second.
    fileprivate func offered(
        with groups: [SubtitleGroups.Group], _ options: PresentationOptions
    ) -> [Variant] {
        guard !groups.isEmpty else { return self }
        return groups.enumerated().flatMap { index, group in
            map { plain in
                var variant = plain
                variant.subtitlesGroup = group.id
                variant.bandwidth += group.bandwidth.peak
                variant.averageBandwidth = plain.averageBandwidth.map { $0 + group.bandwidth.average }
                variant.codecs = (plain.codecs + group.codecs).uniqued
                if index > 0 { variant.stableID = plain.stableID.map { $0 + "." + options.escaped(group.id) } }
                return variant
            }
        }
    }
}

extension DecimalNumber {
    /// Creates a score with three decimals; nil if it is not positive or too large.
    fileprivate init?(score: Double) {
        guard score > 0, score < 1e9 else { return nil }
        let thousandths = Int((score * 1000).rounded())
        let digits = String(thousandths % 1000)
        self.init("\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits)
    }
}
