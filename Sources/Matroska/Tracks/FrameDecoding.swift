import Media

/// Undoes the content encodings of a track's frames.
struct FrameDecoding: Sendable {
    /// The bytes that were removed from the start of each frame.
    private var prefix: [UInt8] = []
    /// The bytes that were removed from the start of the decoder configuration.
    private var configurationPrefix: [UInt8] = []

    /// Throws for encryption and for compression other than header stripping.
    init(_ encodings: [ContentEncoding]) throws(TrackObstacle) {
        // The encoding of the highest order was applied last.
        for encoding in encodings.sorted(by: { $0.order > $1.order }) {
            guard encoding.type == 0, encoding.encryption == nil else {
                throw TrackObstacle("which is encrypted (ContentEncryption); decrypt it before packaging")
            }
            let compression = encoding.compression ?? ContentEncoding.Compression()
            guard compression.algorithm == 3 else {
                throw TrackObstacle(
                    "whose content is compressed (\(Self.name(compression.algorithm))); write the file again without "
                        + "compression")
            }
            let settings = compression.settings.map { $0.slice(0..<min($0.count, MatroskaLimits.strippedHeader + 1)) }
            let bytes = settings?.bytes ?? []
            if encoding.scope & 1 != 0 { prefix = bytes + prefix }
            if encoding.scope & 2 != 0 { configurationPrefix = bytes + configurationPrefix }
            guard max(prefix.count, configurationPrefix.count) <= MatroskaLimits.strippedHeader else {
                throw TrackObstacle(
                    "whose frames have a stripped header of more than \(MatroskaLimits.strippedHeader) bytes")
            }
        }
    }

    private static func name(_ algorithm: UInt64) -> String {
        switch algorithm {
        case 0: "zlib"
        case 1: "bzip2"
        case 2: "LZO"
        default: "algorithm \(algorithm)"
        }
    }

    func frame(_ stored: ByteSlice) -> ByteSlice {
        prefix.isEmpty || stored.count == 0 ? stored : ByteSlice(copying: prefix + stored.bytes)
    }

    func configuration(_ stored: [UInt8]) -> [UInt8] { configurationPrefix + stored }
}
