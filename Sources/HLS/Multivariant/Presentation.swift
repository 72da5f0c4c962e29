/// All renditions of one presentation, as a multivariant playlist offers them.
///
/// Every rendition with video becomes a variant; sound that is packaged by itself becomes a group of alternatives for
/// each codec, and every variant is offered with every group.
package struct Presentation: Sendable, Hashable {
    /// In the order in which they are offered.
    package var renditions: [PresentationRendition]
    /// Whether every segment begins with a sync sample.
    package var hasIndependentSegments: Bool

    package init(renditions: [PresentationRendition], hasIndependentSegments: Bool) {
        self.renditions = renditions
        self.hasIndependentSegments = hasIndependentSegments
    }

    /// The playlist that offers them.
    package var playlist: MultivariantPlaylist {
        let groups = audioGroups
        var playlist = MultivariantPlaylist(hasIndependentSegments: hasIndependentSegments)
        playlist.renditions = groups.flatMap { group in alternatives(in: group) }
        playlist.variants = variants(with: groups)
        playlist.iFrameVariants = videoRenditions.compactMap { iFrameVariant($0) }
        return playlist
    }

    private var videoRenditions: [PresentationRendition] { renditions.filter { $0.video != nil } }
    private var audioRenditions: [PresentationRendition] { renditions.filter { $0.video == nil } }
    private var declaresRange: Bool { renditions.contains { $0.video.map { $0.range != .sdr } ?? false } }

    /// The audio renditions that play instead of each other: same codecs, and so the same group.
    private var audioGroups: [AudioGroup] {
        // A single rendition of sound alone is a variant and needs no group.
        guard !videoRenditions.isEmpty || audioRenditions.count > 1 else { return [] }
        var groups: [AudioGroup] = []
        for rendition in audioRenditions {
            if let index = groups.firstIndex(where: { $0.codecs == rendition.codecs.withoutRepetition }) {
                groups[index].renditions.append(rendition)
            } else {
                groups.append(
                    AudioGroup(id: "audio", codecs: rendition.codecs.withoutRepetition, renditions: [rendition]))
            }
        }
        if groups.count > 1 { for index in groups.indices { groups[index].id = "audio-\(index + 1)" } }
        return groups
    }

    private func variants(with groups: [AudioGroup]) -> [Variant] {
        let videos = videoRenditions
        if videos.isEmpty {
            if groups.isEmpty { return audioRenditions.map { variant($0, group: nil) } }
            return groups.map { variant($0.renditions[0], group: $0) }
        }
        if groups.isEmpty { return videos.map { variant($0, group: nil) } }
        return groups.flatMap { group in videos.map { variant($0, group: group) } }
    }

    private func variant(_ rendition: PresentationRendition, group: AudioGroup?) -> Variant {
        var bandwidth = rendition.bandwidth
        if let group {
            // A variant of sound alone plays one of its group, not another besides.
            bandwidth = rendition.video == nil ? group.bandwidth : bandwidth + group.bandwidth
        }
        var variant = Variant(
            uri: rendition.uri, bandwidth: bandwidth.peak, averageBandwidth: bandwidth.average,
            codecs: (rendition.codecs + (group?.codecs ?? [])).withoutRepetition)
        variant.audioGroup = group?.id
        describe(rendition.video, in: &variant)
        return variant
    }

    private func iFrameVariant(_ rendition: PresentationRendition) -> Variant? {
        guard let iFrames = rendition.iFrames, let video = rendition.video else { return nil }
        var variant = Variant(
            uri: iFrames.uri, bandwidth: iFrames.bandwidth.peak, averageBandwidth: iFrames.bandwidth.average,
            codecs: [video.codec])
        describe(video, in: &variant)
        // The rate of the pictures in an I-frame playlist is not the rate of the video.
        variant.frameRate = nil
        return variant
    }

    private func describe(_ video: PresentationRendition.Video?, in variant: inout Variant) {
        guard let video else { return }
        variant.resolution = video.resolution
        variant.frameRate = video.frameRate
        variant.videoRange = declaresRange ? video.range : nil
    }

    private func alternatives(in group: AudioGroup) -> [AlternativeRendition] {
        var names = UniqueNames()
        var alternatives: [AlternativeRendition] = []
        if let carried = videoRenditions.first?.audio.first, videoRenditions.allSatisfy({ !$0.audio.isEmpty }) {
            alternatives.append(alternative(carried, uri: nil, isDefault: true, group: group, names: &names))
        }
        for rendition in group.renditions {
            guard let audio = rendition.audio.first else { continue }
            alternatives.append(
                alternative(
                    audio, uri: rendition.uri, isDefault: alternatives.isEmpty, group: group, names: &names))
        }
        return alternatives
    }

    private func alternative(
        _ audio: PresentationRendition.Audio, uri: String?, isDefault: Bool, group: AudioGroup,
        names: inout UniqueNames
    ) -> AlternativeRendition {
        AlternativeRendition(
            kind: .audio, groupID: group.id, name: names.name(audio.name ?? audio.language ?? "Audio"),
            language: audio.language ?? "und", isDefault: isDefault, isAutoselect: true, uri: uri,
            channels: String(audio.channelCount))
    }
}

/// Sound that is offered as alternatives under one name.
private struct AudioGroup {
    var id: String
    var codecs: [String]
    var renditions: [PresentationRendition]

    /// Only one of them is pulled at a time: the one that needs most decides.
    var bandwidth: Bandwidth { renditions.reduce(.zero) { $0.union($1.bandwidth) } }
}

/// Gives every alternative of a group a name of its own.
private struct UniqueNames {
    private var taken: Set<String> = []

    mutating func name(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(wanted) \(number)"
            number += 1
        }
        return name
    }
}

extension [String] {
    /// The elements in order, each once.
    fileprivate var withoutRepetition: [String] {
        reduce(into: []) { result, element in if !result.contains(element) { result.append(element) } }
    }
}
