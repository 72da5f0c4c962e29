import Media

extension RunStatus.TrackStatus {
    init(_ entry: TrackCounters.Entry) {
        let track = entry.track
        self.init(
            number: Int(track.id.rawValue), name: track.name, language: track.language,
            mediaType: track.mediaType.rawValue, codec: "", declaredBitRate: track.nominalBitRate,
            payloads: entry.payloads, bytes: entry.bytes, hasEnded: entry.hasEnded)
        if let first = entry.first, let last = entry.last { seconds = max(0, (last - first).seconds) }
        describe(track.format)
        // Link times are starts, so the duration of the last payload is missing in the divisor.
        if isCoded(track.format), seconds > 0, payloads > 1 {
            averageBitRate = Double(bytes) * 8 * Double(payloads - 1) / Double(payloads) / seconds
        }
    }

    private func isCoded(_ format: MediaFormat) -> Bool {
        switch format {
        case .rawVideo, .rawAudio: false
        case .codedVideo, .codedAudio, .timedText, .codedData: true
        }
    }

    private mutating func describe(_ format: MediaFormat) {
        switch format {
        case .codedVideo(let video):
            codec = video.configuration.codecString
            (width, height) = (video.size.width, video.size.height)
            frameRate = video.nominalFrameRate?.value
        case .rawVideo(let video):
            codec = video.pixelFormat
            (width, height) = (video.size.width, video.size.height)
            frameRate = video.nominalFrameRate?.value
        case .codedAudio(let audio):
            codec = audio.configuration.codecString
            (sampleRate, channels) = (audio.sampleRate, audio.channelCount)
        case .rawAudio(let audio):
            codec = audio.sampleFormat
            (sampleRate, channels) = (audio.sampleRate, audio.channelCount)
        case .timedText(let text):
            switch text.coding {
            case .webVTT: codec = "wvtt"
            case .timedTextMarkup: codec = "stpp"
            }
        case .codedData(let data): codec = CodecConfiguration.text(data)
        }
    }

}
