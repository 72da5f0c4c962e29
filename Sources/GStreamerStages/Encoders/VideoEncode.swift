package import Media
package import StageKit

/// Encodes video, with sync samples at the frames that are marked or requested by downstream stages.
package struct VideoEncode: Processor, SyncSampleControlling, MediaTypeDeclaring {
    package static let kind = "video.encode"
    package static let abstract =
        "Encodes video as H.264, HEVC, AV1, ProRes or JPEG, with sync samples exactly at the requested frames."
    package static var mediaTypes: Set<MediaType> { [.video] }

    var options: VideoEncodeOptions
    /// The portion to deliver; nil for whole tracks.
    private var portion: MediaPortion?
    /// The pass over the portion; nil for encoders with one pass.
    var portionPass: PortionPass?

    package init(options: VideoEncodeOptions) throws {
        try VideoEncoderTable.validate(options)
        if options.profile == .baseline, options.bFrames > 0 {
            throw StageError(.invalidOptions, "profile baseline does not support b-frames; set b-frames to 0")
        }
        if options.tune == .zerolatency, options.bFrames > 0 {
            throw StageError(.invalidOptions, "tune zerolatency does not support b-frames; set b-frames to 0")
        }
        if let size = options.size, size.width % 2 != 0 || size.height % 2 != 0 {
            throw StageError(.invalidOptions, "size must be even, not \(size)")
        }
        if let ladder = options.ladder {
            // The size is arbitrary: contradictions between options do not depend on it.
            let format = RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 1280, height: 720))
            for planned in LadderPlan(ladder, options, format).rungs {
                do {
                    _ = try VideoEncode(options: planned.options)
                } catch let error as StageError {
                    throw error.about(rung: planned)
                }
            }
        }
        self.options = options
    }

    package var syncSamples: SyncSamplePolicy {
        var codecs = [options.codec]
        if case .rungs(let rungs)? = options.ladder { codecs = rungs.map { $0.codec ?? options.codec } }
        let isFixed = codecs.contains { codec in
            VideoEncoderTable.choices.allSatisfy { $0.codec != codec || !$0.canBeForced }
        }
        return isFixed ? options.maxKeyframeDistance.map { .every($0) } ?? .onRequest : .onRequest
    }

    /// The encoder for one rung of a ladder.
    init(options: VideoEncodeOptions, portion: MediaPortion?, portionPass: PortionPass?) throws {
        try self.init(options: options)
        (self.portion, self.portionPass) = (portion, portionPass)
    }

    package func run(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext
    ) async throws {
        guard options.passes == 1 || portionPass != nil else {
            throw StageError(
                .invalidOptions,
                "passes 2 requires a job, which encodes the media twice; use 'sluice job plan', or omit passes")
        }
        let requests = KeyframeRequests()
        let (formats, order) = (FirstFormats(options.onFormatChange, in: portion), FrameOrder())
        output.onRequest { request in
            if case .keyframe(let time) = request { requests.request(time) } else { input.request(request) }
        }
        if let ladder = options.ladder {
            let encode = LadderEncode(
                ladder: ladder, base: options, context: context, portion: portion, portionPass: portionPass)
            var tracks = TrackSessions(input: input, output: output, context: context) { track, ids, gate, output in
                let session = try await encode.session(for: formats.pinned(track), ids, gate, requests, output)
                _ = session.accepts(track)
                return session
            } push: { session, frame in
                try await session.push(order.ordered(frame))
            }
            try await tracks.run()
            return
        }
        var tracks = TrackSessions(input: input, output: output, context: context) { track, ids, gate, output in
            let session = try await session(
                for: formats.pinned(track), gate, requests, output, context, id: ids.id())
            _ = session.accepts(track)
            return session
        } push: { session, frame in
            let frame = order.ordered(frame)
            try await session.feed.push(frame, forcingSync: session.boundaries.mustForce(frame))
        }
        try await tracks.run()
    }

    /// Starts an encoder for the frames of a track.
    func session(
        for track: Track, _ gate: TrackGate?, _ requests: KeyframeRequests, _ output: any Outlet<Sample>,
        _ context: StageContext, id: Track.ID? = nil, name: String = "video", pass: EncodingPass = .only
    ) async throws -> SingleTrackEncoder {
        guard case .rawVideo(let format) = track.format else {
            throw StageError(.unsupportedMedia, "video.encode requires uncompressed video")
        }
        var options = options
        if let lines = options.maximumLines { options.size = Self.reduced(format.size, toLines: lines) }
        let pass = options.passes == 2 ? portionPass?.pass(of: name) ?? pass : pass
        let size = options.size ?? format.size
        guard size.width % 2 == 0, size.height % 2 == 0 else {
            throw StageError(.unsupportedMedia, "frames of size \(size) cannot be encoded; set an even size")
        }
        var input = format
        input.nominalFrameRate = options.reducedFrameRate ?? format.nominalFrameRate
        options.startsInside = portion.map { $0.start > .zero } ?? false
        let element = try VideoEncoderElement(options: options, input: input, pass: pass)
        if element.losesRange {
            context.reportWarning(
                "range-lost",
                "high-dynamic-range video is encoded with 8 bits by "
                    + "\(element.choice.element); use codec hevc with encoder x265 for 10 bits")
        }
        let session = try SingleTrackEncoder(
            "appsrc name=in \(element.description()) ! appsink name=out sync=false async=false max-buffers=4",
            subject: "the video encoder", capacity: 4,
            answersRequests: element.choice.canBeForced && !track.attributes.isTrickPlay,
            convertsFormats: options.onFormatChange == .scale,
            adapt: { encoder, track in
                guard let (property, value) = element.bitRate(for: track) else { return }
                encoder.set(property, value)
            }, gate: gate, output: output, context: context)
        let isMeasured = options.rateControl.isMeasured || options.codec.isIntraOnly
        let bitRate = isMeasured ? nil : options.bitRate.bitsPerSecond
        // x265enc receives the path in its options.
        if let record = pass.record, element.choice.encoder == .x264 {
            session.element("encoder").setString("multipass-cache-file", record)
        }
        requests.add(session.boundaries, for: track.id)
        try await session.start(
            id ?? context.makeTrackID(),
            EncodedVideo(
                of: track, coding: options.codec.coding, colour: element.declaredColour, bitRate: bitRate,
                times: session.feed.times,
                boundaries: session.boundaries, isThinned: options.reducedFrameRate != nil, portion: portion))
        return session
    }
}

extension VideoEncode {
    /// The media that the encoder of a portion encodes before it: its rate control and the quantizers of its first
    /// frames depend on the frames before.
    private static let warmUp = MediaTime.seconds(2)
    /// The lowest frame rate for which the look-ahead in time covers that in frames.
    private static let lowestRate: Int32 = 24

    /// The statistics of two passes replace the media around portions.
    ///
    /// Portions have closed groups of pictures. The encoder starts before each portion and ends after it, so that rate
    /// control and look-ahead are the same as in the whole track, and delivers the samples of the portion. One pass with
    /// an average bit rate requires the whole track: the bits of each frame depend on those of all frames before.
    package var distribution: Distribution {
        guard !options.codec.isIntraOnly, !hasTwoPasses else { return .stateless }
        if options.rateControl == .average { return .whole }
        guard answersRequests else { return .stateless }
        let frames = Int64(options.lookahead + options.bFrames + 2)
        return .portions(
            warmUp: Self.warmUp, lookAhead: MediaTime(value: frames, timescale: Self.lowestRate))
    }

    /// Whether sync samples can be at any frame, so that encoding can start before a portion.
    private var answersRequests: Bool { if case .onRequest = syncSamples { true } else { false } }

    /// The bytes of x264 with several threads differ from run to run, and with the number of processors. The tasks of a
    /// job must not, and run side by side.
    package func restricted(to portion: MediaPortion) -> VideoEncode {
        var stage = self
        if stage.options.codec == .h264, stage.options.threads == 0 { stage.options.threads = 1 }
        if portion.isLimited { stage.portion = portion }
        return stage
    }
}
