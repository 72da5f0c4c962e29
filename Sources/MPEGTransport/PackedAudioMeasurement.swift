package import Media

/// Measurements of one packed audio segment: ID3 tags and audio frames (RFC 8216bis 3.1.3).
package struct PackedAudioMeasurement: Sendable {
    /// The timestamp of the ID3 tag, 33 bits as stored; nil without one.
    package let timestamp: Int64?
    /// The audio; nil if no frame of a known coding follows the tags.
    package let stream: StreamMeasurement?
    /// The offset of the audio after the tags, in bytes of the resource.
    package let soundOffset: Int

    /// Measures `bytes`, which start at `origin` in their resource. Timestamps are unwrapped near `reference`.
    package init(_ bytes: ByteSlice, origin: Int = 0, near reference: Int64? = nil, keepsSamples: Bool = false) {
        let tags = ID3Tags(bytes)
        let timestamp = tags.timestamp
        let start = tags.end
        self.timestamp = timestamp
        soundOffset = origin + start
        let sound = bytes.slice(start..<bytes.count)
        guard let coding = Self.coding(sound) else {
            stream = nil
            return
        }
        var line = Timeline(near: reference)
        var meter = AudioMeter(id: 1, coding: coding, keepsSamples: keepsSamples)
        let time = timestamp.map { line.unwrap($0) } ?? reference ?? 0
        sound.withUnsafeBytes { buffer in
            var packet = StreamPacket(offset: origin + start, presentation: time, decode: time)
            // In pieces, so that memory does not grow with the segment.
            for piece in stride(from: 0, to: buffer.count, by: 1 << 16) {
                let end = min(piece + 1 << 16, buffer.count)
                meter.take(packet, UnsafeRawBufferPointer(rebasing: buffer[piece..<end]))
                packet = StreamPacket(offset: origin + start + end, presentation: nil, decode: nil)
            }
        }
        var measured = meter.finish()
        if timestamp == nil { measured.track.decodeStart = nil }
        stream = measured
    }

    /// Returns the coding of the audio frame at the start, if another frame follows it; nil for unknown data.
    private static func coding(_ sound: ByteSlice) -> StreamCoding? {
        let head = sound.slice(0..<min(sound.count, 128)).bytes
        return [StreamCoding.adts, .ac3, .mpegAudio].first { coding in
            guard let frame = AudioFrameHeader(coding, head) else { return false }
            guard sound.count - frame.byteCount >= AudioFrameHeader.headerSize else { return true }
            let next = sound.slice(frame.byteCount..<min(sound.count, frame.byteCount + 128)).bytes
            return AudioFrameHeader(coding, next) != nil
        }
    }
}
