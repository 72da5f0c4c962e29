import HLS
import Media

extension Rendition {
    /// The format of the first video track.
    var codedVideo: CodedVideoFormat? {
        for case .codedVideo(let format) in tracks.map(\.format) { return format }
        return nil
    }

    /// Whether it is for fast play only.
    var isTrickPlay: Bool { tracks.contains(where: \.attributes.isTrickPlay) }

    /// The longest distance between sync samples, where a source knew it.
    var longestSyncDistance: MediaTime? {
        tracks.filter { $0.mediaType == .video }.compactMap(\.longestSyncDistance).max()
    }

    /// What its tracks are said to need with the boxes around them; 0 where nothing is said.
    ///
    /// `sampleRate` is samples per second of all tracks: each costs about 16 bytes of boxes.
    func nominalBitRate(sampleRate: Double) -> Int {
        let media = tracks.reduce(0) { $0 + max(0, min($1.nominalBitRate ?? 0, 1 << 40)) }
        guard media > 0 else { return 0 }
        return media + media / 50 + Int(min(max(sampleRate, 0), 1e6) * 128)
    }

    /// RFC 6381 names of its sample types.
    var codecs: [String] {
        (video(frameRate: nil).map { [$0.codec] } ?? []) + audio.map(\.codec) + (text?.codec.map { [$0] } ?? [])
    }

    /// What a multivariant playlist says of the pictures.
    func video(frameRate: Ratio?) -> PresentationRendition.Video? {
        codedVideo.map { format in
            var video = PresentationRendition.Video(
                codec: format.configuration.codecString, resolution: format.displaySize,
                frameRate: frameRate.map { FrameRate($0) }, range: format.videoRange)
            video.score = tracks.first { $0.mediaType == .video }?.attributes.score
            video.supplementalCodec = format.supplementalCodec
            video.requiredLayout = format.requiredLayout
            return video
        }
    }

    /// What a multivariant playlist says of subtitles; nil where it is no rendition of text.
    var text: PresentationRendition.Text? {
        guard let track = tracks.first, track.mediaType == .text else { return nil }
        var codec: String?
        if case .codedData(let format) = track.format { codec = CodecConfiguration.text(format) }
        var text = PresentationRendition.Text(codec: codec, language: track.language, name: track.name)
        text.attributes = track.attributes
        return text
    }

    /// Whether its segments are WebVTT files.
    var isWebVTT: Bool {
        if case .timedText? = tracks.first?.format { return true }
        return false
    }

    /// What a multivariant playlist says of the sound.
    var audio: [PresentationRendition.Audio] {
        tracks.compactMap { track in
            guard case .codedAudio(let format) = track.format else { return nil }
            var audio = PresentationRendition.Audio(
                codec: format.configuration.codecString, channelCount: format.channelCount,
                language: track.language, name: track.name)
            (audio.group, audio.characteristics) = (track.attributes.group, track.attributes.characteristics)
            (audio.isDefault, audio.isAutoselect) = (track.attributes.isDefault, track.attributes.isAutoselect)
            audio.spatialChannels = format.configuration.spatialChannels
            return audio
        }
    }
}
