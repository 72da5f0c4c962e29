package import Media

extension CodedDataFormat {
    /// Creates the format of 3GPP timed text (3GPP TS 26.245): handler `text` for chapter titles, `sbtl` for subtitles.
    package static func timedText(handler: FourCC = "sbtl") -> CodedDataFormat {
        var writer = ByteWriter()
        writer.box("tx3g") { writer in
            writer.writeDataReference()
            // No display flags, centred at the bottom, no background; the box of the track applies.
            writer.writeZeros(4)
            writer.write(UInt8(1))
            writer.write(UInt8(0xff))
            writer.writeZeros(12)
            // The default style: all characters, font 1, 18 points, white.
            writer.writeZeros(4)
            writer.write(UInt16(1))
            writer.write(UInt16(0x12))
            writer.write(UInt32.max)
            writer.box("ftab") { writer in
                writer.write(UInt16(1))
                writer.write(UInt16(1))
                writer.write(UInt8(5))
                writer.write(contentsOf: "Serif".utf8)
            }
        }
        return CodedDataFormat(mediaType: .text, handler: handler, sampleEntry: writer.bytes)
    }

    /// Creates the format of WebVTT (ISO/IEC 14496-30 7.5). The header is the text before the cues without the
    /// signature.
    package static func webVTT(header: String) -> CodedDataFormat {
        var writer = ByteWriter()
        writer.box("wvtt") { writer in
            writer.writeDataReference()
            writer.box("vttC") { $0.write(contentsOf: (header.isEmpty ? "WEBVTT" : "WEBVTT\n\n" + header).utf8) }
        }
        return CodedDataFormat(mediaType: .text, handler: "text", sampleEntry: writer.bytes)
    }

    /// Creates the format of TTML of the IMSC 1 text profile (ISO/IEC 14496-30 6).
    package static func timedTextMarkup() -> CodedDataFormat {
        var writer = ByteWriter()
        writer.box("stpp") { writer in
            writer.writeDataReference()
            // Namespace, no schema, no additional media types.
            writer.write(contentsOf: IMSCWriter.namespace.utf8)
            writer.writeZeros(3)
            writer.write(MediaTypeBox("application/ttml+xml;codecs=im1t"))
        }
        return CodedDataFormat(mediaType: .text, handler: "subt", sampleEntry: writer.bytes)
    }

    /// Returns a sample of 3GPP timed text: the length and the UTF-8 text, truncated to 65535 bytes at a character
    /// boundary.
    package static func timedTextSample(_ text: String) -> [UInt8] {
        var utf8 = Array(text.utf8)
        if utf8.count > Int(UInt16.max) {
            utf8.removeLast(utf8.count - Int(UInt16.max))
            while let last = utf8.last, last & 0xc0 == 0x80 { utf8.removeLast() }
            if let last = utf8.last, last & 0x80 != 0 { utf8.removeLast() }
        }
        return [UInt8(utf8.count >> 8), UInt8(utf8.count & 0xff)] + utf8
    }

    /// Creates the format of timecodes that count frames of `frameDuration` ticks. `framesPerSecond` is the nominal
    /// rate, such as 30.
    package static func timecode(
        timescale: Int32, frameDuration: Int32, framesPerSecond: UInt8, dropsFrames: Bool = false
    ) -> CodedDataFormat {
        var writer = ByteWriter()
        writer.box("tmcd") { writer in
            writer.writeDataReference()
            writer.writeZeros(4)
            // 1: drop frame, 2: wraps at 24 hours.
            writer.write(UInt32(dropsFrames ? 3 : 2))
            writer.write(timescale)
            writer.write(frameDuration)
            writer.write(framesPerSecond)
            writer.writeZeros(1)
        }
        return CodedDataFormat(mediaType: .timecode, handler: "tmcd", sampleEntry: writer.bytes)
    }

    /// Returns a timecode sample: the frame number at the start of its duration.
    package static func timecodeSample(frame: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: frame >> (24 - 8 * $0)) }
    }
}

extension ByteWriter {
    /// Writes the first fields of every sample entry: reserved bytes and the first data reference.
    fileprivate mutating func writeDataReference() {
        writeZeros(6)
        write(UInt16(1))
    }
}
