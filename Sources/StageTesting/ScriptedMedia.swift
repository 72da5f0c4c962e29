public import Media
public import StageKit

/// A frame's bytes where only their number matters.
public struct ScriptedContent: FrameContent, Hashable {
    public let byteCount: Int
    /// Content of so many bytes, none of which exist.
    public init(byteCount: Int) { self.byteCount = byteCount }
}

extension Track {
    /// A track of uncompressed pictures, 64 by 36 pixels.
    public static func scriptedVideo(_ id: UInt32 = 1, timescale: Int32 = 30) -> Track {
        let format = RawVideoFormat(pixelFormat: "I420", size: PictureSize(width: 64, height: 36))
        return Track(id: ID(rawValue: id), format: .rawVideo(format), timescale: timescale)
    }

    /// A track of uncompressed sound, 48 kHz stereo.
    public static func scriptedAudio(_ id: UInt32 = 2, timescale: Int32 = 48000) -> Track {
        let format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48000, channelCount: 2)
        return Track(id: ID(rawValue: id), format: .rawAudio(format), timescale: timescale)
    }
}

extension Sample {
    /// Samples of equal duration in decode order, every `syncEvery`th a sync sample, the first among them.
    ///
    /// Their bytes repeat the index, so that samples differ. `start` is the first decode time, in ticks.
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

    /// Samples by a word for each: `I` for a sync sample, `P` for one that others depend on, `B` for one that none
    /// does; other characters are left out.
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
    /// Frames of equal duration in the order of presentation.
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
    /// A track's whole life: its announcement, its payloads, its end.
    public static func script(_ track: Track, _ payloads: [Content]) -> [Message] {
        [.track(track)] + payloads.map { .payload($0) } + [.end(track.id)]
    }

    /// The payload; nil for announcements and ends.
    public var payload: Content? {
        if case .payload(let content) = self { content } else { nil }
    }
}
