import HLS
import Media

extension Rendition {
    /// The format of the first video track.
    var codedVideo: CodedVideoFormat? {
        for case .codedVideo(let format) in tracks.map(\.format) { return format }
        return nil
    }

    /// Whether the rendition is for fast playback only.
    var isTrickPlay: Bool { tracks.contains(where: \.attributes.isTrickPlay) }

    /// The maximum interval between sync samples that a source declared; nil if none did.
    var longestSyncDistance: MediaTime? {
        tracks.filter { $0.mediaType == .video }.compactMap(\.maximumSyncInterval).max()
    }

    /// The declared bit rate of the tracks including container overhead, in bits per second; 0 if no track declares
    /// one.
    ///
    /// `sampleRate` is the number of samples per second of all tracks; each adds about 16 bytes of boxes.
    func nominalBitRate(sampleRate: Double) -> Int {
        let media = tracks.reduce(0) { $0 + max(0, min($1.nominalBitRate ?? 0, 1 << 40)) }
        guard media > 0 else { return 0 }
        return media + media / 50 + Int(min(max(sampleRate, 0), 1e6) * 128)
    }

    /// The RFC 6381 codec strings of the tracks.
    var codecs: [String] {
        (video(frameRate: nil).map { [$0.codec] } ?? []) + audio.map(\.codec) + (text?.codec.map { [$0] } ?? [])
    }

    /// The video properties for the multivariant playlist; nil without video.
    func video(frameRate: Ratio?) -> PresentationRendition.Video? {
        codedVideo.map { format in
            var video = PresentationRendition.Video(
                codec: format.configuration.codecString, resolution: format.displaySize,
                frameRate: frameRate.map { FrameRate($0) }, range: format.videoRange)
            let track = tracks.first { $0.mediaType == .video }
            (video.group, video.name) = (track?.attributes.group, track?.name)
            video.score = tracks.first { $0.mediaType == .video }?.attributes.score
            video.supplementalCodec = format.supplementalCodec
            video.requiredLayout = format.requiredLayout
            return video
        }
    }

    /// The subtitle properties for the multivariant playlist; nil if the rendition is not text.
    var text: PresentationRendition.Text? {
        guard let track = tracks.first, track.mediaType == .text else { return nil }
        var codec: String?
        if case .codedData(let format) = track.format { codec = CodecConfiguration.text(format) }
        var text = PresentationRendition.Text(codec: codec, language: track.language, name: track.name)
        text.attributes = track.attributes
        return text
    }

    /// Whether the segments are WebVTT files.
    var isWebVTT: Bool {
        if case .timedText? = tracks.first?.format { return true }
        return false
    }

    /// The audio properties for the multivariant playlist, one per audio track.
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
