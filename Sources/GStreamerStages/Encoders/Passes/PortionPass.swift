import Media

/// One of two passes over a portion of the media.
package enum PortionPass: Sendable, Hashable {
    /// The first pass, which writes statistics to files whose paths start with `record`.
    case first(record: String)
    /// The last pass, which distributes the bits of the portion according to these statistics.
    case last(record: String)

    /// The pass of the encoder with this name; encoders have separate files.
    func pass(of encoder: String) -> EncodingPass {
        switch self {
        case .first(let record): .first(record: "\(record)-\(encoder)")
        case .last(let record): .last(record: "\(record)-\(encoder)")
        }
    }
}

extension VideoEncode {
    /// The maximum bit rate inside portions, relative to the average.
    static let peak = 4.0
    /// The maximum number of lines of the frames that an analysis encodes.
    private static let analyzedLines = 270
    /// The quality of an analysis: between that of large and that of small rungs.
    private static let analyzedQuality = 25

    /// Whether the encoder makes two passes, which requires a job.
    package var hasTwoPasses: Bool { options.passes == 2 }

    /// The encoder that measures the complexity of portions: the size of small frames with constant quality.
    package func analysis() throws -> VideoEncode {
        var analysis = VideoEncodeOptions()
        (analysis.encoder, analysis.rateControl, analysis.quality) = (.x264, .quality, Self.analyzedQuality)
        (analysis.preset, analysis.maximumLines) = (.superfast, Self.analyzedLines)
        // The output depends on the number of threads.
        analysis.threads = 1
        return try VideoEncode(options: analysis)
    }

    /// Returns the encoder for a pass over a portion with `share` of the average bit rate.
    package func pass(_ pass: PortionPass, share: Double) -> VideoEncode {
        var stage = self
        stage.portionPass = pass
        stage.options.share = share
        return stage
    }

    /// Returns the frame size with at most `lines` lines and the aspect ratio of `size`.
    static func reduced(_ size: PixelSize, toLines lines: Int) -> PixelSize {
        guard size.height > lines else { return PixelSize(width: size.width & ~1, height: size.height & ~1) }
        return PixelSize(width: max(16, size.width * lines / size.height) & ~1, height: lines & ~1)
    }
}
