import Media

// Tracks with the structures of Windows as their decoder configuration (A_MS/ACM, V_MS/VFW/FOURCC).
extension TrackEntry {
    /// The code of the codec in the structure: that of a bitmap header, or `ms` and the tag of a wave format.
    var wrappedCodec: FourCC? {
        guard let structure = configuration else { return nil }
        switch codec {
        case "V_MS/VFW/FOURCC" where structure.count >= 40:
            return FourCC(rawValue: structure[16..<20].reduce(0) { $0 << 8 | UInt32($1) })
        case "A_MS/ACM":
            return waveTag(structure).map { FourCC(rawValue: 0x6d73_0000 | UInt32($0)) }
        default: return nil
        }
    }

    /// The same track with Matroska's own identifier of the codec and its configuration, where these exist.
    package var unwrapped: TrackEntry {
        guard let structure = configuration else { return self }
        var track = self
        switch (codec, wrappedCodec) {
        case ("V_MS/VFW/FOURCC", "MJPG"?): (track.codec, track.codecPrivate) = ("V_MJPEG", nil)
        // Frames have length prefixes if the configuration has them.
        case ("V_MS/VFW/FOURCC", "H264"?), ("V_MS/VFW/FOURCC", "X264"?), ("V_MS/VFW/FOURCC", "AVC1"?),
            ("V_MS/VFW/FOURCC", "avc1"?):
            let record = Array(structure.dropFirst(40))
            guard record.first == 1, (try? AVCDecoderConfiguration(bytes: record).parse()) != nil else { return self }
            (track.codec, track.codecPrivate) = ("V_MPEG4/ISO/AVC", ByteSlice(copying: record))
        case ("A_MS/ACM", _?):
            guard let tag = waveTag(structure), let name = Self.waveCodecs[tag] else { return self }
            let extra = structure.dropFirst(Self.extensible(structure) == nil ? 18 : 40)
            (track.codec, track.codecPrivate) = (name, extra.isEmpty ? nil : ByteSlice(copying: Array(extra)))
            // Programs that write the structure may omit the same values in Matroska's elements.
            var audio = audio ?? AudioSettings()
            audio.channelCount = UInt64(Self.value(structure, 2, 2))
            audio.samplingFrequency = Double(Self.value(structure, 4, 4))
            audio.bitDepth = UInt64(Self.value(structure, 14, 2))
            track.audio = audio
        default: break
        }
        return track
    }

    private static let waveCodecs: [UInt16: String] = [
        0x0001: "A_PCM/INT/LIT", 0x0003: "A_PCM/FLOAT/IEEE", 0x0055: "A_MPEG/L3", 0x00ff: "A_AAC", 0x1610: "A_AAC",
        0x2000: "A_AC3",
    ]

    /// The tag of a WAVEFORMATEX structure, or of the subformat of a WAVEFORMATEXTENSIBLE structure.
    private func waveTag(_ structure: [UInt8]) -> UInt16? {
        guard structure.count >= 16 else { return nil }
        return Self.extensible(structure) ?? UInt16(Self.value(structure, 0, 2))
    }

    private static func extensible(_ structure: [UInt8]) -> UInt16? {
        structure.count >= 40 && value(structure, 0, 2) == 0xfffe ? UInt16(value(structure, 24, 2)) : nil
    }

    private static func value(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt32 {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
