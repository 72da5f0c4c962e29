import Media

/// Undoes the content encodings of a track's frames.
struct FrameDecoding: Sendable {
    private enum Step: Sendable {
        case prepend([UInt8])
        case inflate(Inflater)
    }

    /// The steps for frames and for the decoder configuration, the last one that was applied first.
    private var steps: (frames: [Step], configuration: [Step]) = ([], [])

    /// Throws for encryption and for compression other than header stripping and zlib. Without `inflate`, zlib is not
    /// supported.
    init(_ encodings: [ContentEncoding], inflate: Inflater?) throws(TrackObstacle) {
        // The encoding of the highest order was applied last.
        for encoding in encodings.sorted(by: { $0.order > $1.order }) {
            guard encoding.type == 0, encoding.encryption == nil else {
                throw TrackObstacle("which is encrypted (ContentEncryption); decrypt it before packaging")
            }
            let step = try Self.step(encoding.compression ?? ContentEncoding.Compression(), inflate)
            if encoding.scope & 1 != 0 { steps.frames.append(step) }
            if encoding.scope & 2 != 0 { steps.configuration.append(step) }
        }
        guard max(steps.frames.count, steps.configuration.count) <= MatroskaLimits.encodings else {
            throw TrackObstacle("which has more than \(MatroskaLimits.encodings) content encodings")
        }
    }

    private static func step(
        _ compression: ContentEncoding.Compression, _ inflate: Inflater?
    ) throws(TrackObstacle) -> Step {
        switch (compression.algorithm, inflate) {
        case (3, _):
            let count = compression.settings?.count ?? 0
            guard count <= MatroskaLimits.strippedHeader else {
                throw TrackObstacle(
                    "which has frames without a header of more than \(MatroskaLimits.strippedHeader) bytes")
            }
            return .prepend(compression.settings?.bytes ?? [])
        case (0, let inflate?): return .inflate(inflate)
        case (let algorithm, _):
            throw TrackObstacle(
                "which is compressed (\(name(algorithm))); write the file again without compression")
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

    /// Whether frames are stored as they are.
    var isIdentity: Bool { steps.frames.isEmpty }

    /// Returns the content of a stored frame; nil if it is damaged, or if more than `limit` bytes are decompressed.
    func frame(_ stored: ByteSlice, limit: Int = MatroskaLimits.inflatedBlock) -> ByteSlice? {
        stored.count == 0 ? stored : Self.undo(steps.frames, stored, limit: limit)
    }

    /// Returns the content of a stored decoder configuration; nil if it is damaged.
    func configuration(_ stored: [UInt8]) -> [UInt8]? {
        Self.undo(steps.configuration, ByteSlice(copying: stored), limit: MatroskaLimits.configurationSize)?.bytes
    }

    private static func undo(_ steps: [Step], _ stored: ByteSlice, limit: Int) -> ByteSlice? {
        var content = stored
        for step in steps {
            switch step {
            case .prepend(let bytes): if !bytes.isEmpty { content = ByteSlice(copying: bytes + content.bytes) }
            case .inflate(let inflate):
                guard let inflated = inflate(content, limit) else { return nil }
                content = ByteSlice(copying: inflated)
            }
        }
        return content
    }
}
