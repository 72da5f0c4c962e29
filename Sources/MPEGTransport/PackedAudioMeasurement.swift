package import Media

/// Measurements of one packed audio segment: ID3 tags and audio frames (RFC 8216bis 3.1.3).
package struct PackedAudioMeasurement: Sendable {
    /// The timestamp of the ID3 tag, 33 bits as stored; nil without one.
    package let timestamp: Int64?
    /// The audio; nil if no frame of a known coding follows the tags.
    package let stream: StreamMeasurement?
    /// The offset of the audio after the tags, in bytes of the resource.
    package let audioOffset: Int

    /// Measures `bytes`, which start at `origin` in their resource. Timestamps are unwrapped near `reference`.
    package init(_ bytes: ByteSlice, origin: Int = 0, near reference: Int64? = nil, keepsSamples: Bool = false) {
        let tags = ID3Tags(bytes)
        let timestamp = tags.timestamp
        let start = tags.end
        self.timestamp = timestamp
        audioOffset = origin + start
        let audio = bytes.slice(start..<bytes.count)
        guard let coding = Self.coding(audio) else {
            stream = nil
            return
        }
        var line = TimestampUnwrapper(near: reference)
        var meter = AudioMeter(id: 1, coding: coding, keepsSamples: keepsSamples)
        let time = timestamp.map { line.unwrap($0) } ?? reference ?? 0
        audio.withUnsafeBytes { buffer in
            var packet = StreamPacket(offset: origin + start, presentation: time, decode: time)
            // In pieces, so that memory does not grow with the segment.
            for piece in stride(from: 0, to: buffer.count, by: 1 << 16) {
                let end = min(piece + 1 << 16, buffer.count)
                meter.process(packet, UnsafeRawBufferPointer(rebasing: buffer[piece..<end]))
                packet = StreamPacket(offset: origin + start + end, presentation: nil, decode: nil)
            }
        }
        var measured = meter.finish()
        if timestamp == nil { measured.track.decodeStart = nil }
        stream = measured
    }

    /// Returns the coding of the audio frame at the start, if another frame follows it; nil for unknown data.
    private static func coding(_ audio: ByteSlice) -> StreamCoding? {
        let head = audio.slice(0..<min(audio.count, 128)).bytes
        return [StreamCoding.adts, .ac3, .mpegAudio].first { coding in
            guard let frame = AudioFrameHeader(coding, head) else { return false }
            guard audio.count - frame.byteCount >= AudioFrameHeader.headerSize else { return true }
            let next = audio.slice(frame.byteCount..<min(audio.count, frame.byteCount + 128)).bytes
            return AudioFrameHeader(coding, next) != nil
        }
    }
}
