public import Media
public import StageKit

/// The content of a frame for tests that only use its size.
public struct ScriptedContent: FrameContent, Hashable {
    public let byteCount: Int
    /// Creates content of this size, without allocating memory.
    public init(byteCount: Int) { self.byteCount = byteCount }
}

extension Track {
    /// Returns a track of uncompressed video, 64 by 36 pixels.
    public static func scriptedVideo(_ id: UInt32 = 1, timescale: Int32 = 30) -> Track {
        let format = RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 64, height: 36))
        return Track(id: ID(rawValue: id), format: .rawVideo(format), timescale: timescale)
    }

    /// Returns a track of uncompressed audio, 48 kHz stereo.
    public static func scriptedAudio(_ id: UInt32 = 2, timescale: Int32 = 48000) -> Track {
        let format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48000, channelCount: 2)
        return Track(id: ID(rawValue: id), format: .rawAudio(format), timescale: timescale)
    }
}

extension Sample {
    /// Returns samples of equal duration in decode order; every `syncEvery`th is a sync sample, starting with the
    /// first.
    ///
    /// The bytes of each sample repeat its index, so that samples differ. `start` is the first decode time, in ticks.
    public static func scripted(
        _ track: Track, count: Int, duration: Int64 = 1, start: Int64 = 0, syncEvery: Int = 1, byteCount: Int = 4
    ) -> [Sample] {
        (0..<count).map { index in
            Sample(
                track: track.id, timescale: track.timescale, decodeTicks: start + Int64(index) * duration,
                duration: duration, flags: index % max(syncEvery, 1) == 0 ? .sync : .predicted,
                bytes: ByteSlice(copying: [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: byteCount)))
        }
    }

    /// Returns samples from a script with one character per sample: `I` for a sync sample, `P` for a predicted one, `B`
    /// for a disposable one; other characters are ignored.
    public static func scripted(_ track: Track, _ script: String, duration: Int64 = 1) -> [Sample] {
        let flags: [Character: SampleFlags] = ["I": .sync, "P": .predicted, "B": .disposable]
        return script.compactMap { flags[$0] }.enumerated().map { index, flags in
            Sample(
                track: track.id, timescale: track.timescale, decodeTicks: Int64(index) * duration,
                duration: duration, flags: flags, bytes: ByteSlice(copying: [UInt8(truncatingIfNeeded: index)]))
        }
    }
}

extension Frame {
    /// Returns frames of equal duration in presentation order.
    public static func scripted(
        _ track: Track, count: Int, duration: Int64 = 1, start: Int64 = 0, byteCount: Int = 100
    ) -> [Frame] {
        (0..<count).map { index in
            Frame(
                track: track.id, timescale: track.timescale, presentationTicks: start + Int64(index) * duration,
                duration: duration, content: ScriptedContent(byteCount: byteCount))
        }
    }
}

extension Message {
    /// Returns the announcement of a track, its payloads and its end.
    public static func script(_ track: Track, _ payloads: [Content]) -> [Message] {
        [.track(track)] + payloads.map { .payload($0) } + [.end(track.id)]
    }

    /// The payload; nil for announcements, gaps and ends.
    public var payload: Content? {
        if case .payload(let content) = self { content } else { nil }
    }
}
