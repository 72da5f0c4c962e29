package import Media
package import StageKit

/// Encodes pictures, with sync samples exactly where frames ask for them.
package struct VideoEncode: Processor {
    package static let kind = "video.encode"
    package static let abstract = "Encodes frames as H.264, with sync samples exactly where they are asked for."
    package static var mediaTypes: Set<MediaType> { [.video] }

    private let options: VideoEncodeOptions

    package init(options: VideoEncodeOptions) throws {
        if options.profile == .baseline, options.bFrames > 0 {
            throw StageError(.invalidOptions, "profile baseline has no b-frames; set b-frames to 0")
        }
        if options.tune == .zerolatency, options.bFrames > 0 {
            throw StageError(.invalidOptions, "tune zerolatency has no b-frames; set b-frames to 0")
        }
        if let size = options.size, size.width % 2 != 0 || size.height % 2 != 0 {
            throw StageError(.invalidOptions, "the size to encode has to be even, \(size) is not")
        }
        self.options = options
    }

    package func run(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext
    ) async throws {
        let requests = KeyframeRequests()
        output.onRequest { request in
            if case .keyframe(let time) = request { requests.request(time) } else { input.request(request) }
        }
        var tracks = EncoderTracks(input: input, output: output, context: context) { track, gate in
            try await session(for: track, gate, requests, output, context)
        } push: { session, frame in
            try await session.feed.push(frame, forcingSync: session.boundaries.mustForce(frame))
        }
        try await tracks.run()
    }

    /// Starts an encoder for the frames of a track.
    func session(
        for track: Track, _ gate: TrackGate?, _ requests: KeyframeRequests, _ output: any Outlet<Sample>,
        _ context: StageContext, pass: EncodingPass = .only
    ) async throws -> EncoderSession {
        guard case .rawVideo(let format) = track.format else {
            throw StageError(.unsupportedMedia, "video.encode takes uncompressed pictures")
        }
        let size = options.size ?? format.size
        guard size.width % 2 == 0, size.height % 2 == 0 else {
            throw StageError(.unsupportedMedia, "pictures of \(size) cannot be encoded; set an even size")
        }
        let element = VideoEncoderElement(options: options, rate: format.nominalFrameRate, pass: pass)
        let session = try EncoderSession(
            "appsrc name=in \(element.description()) ! appsink name=out sync=false async=false max-buffers=4",
            subject: "the video encoder", capacity: 4, gate: gate, output: output, context: context)
        let bitRate = options.rateControl == .quality ? nil : options.bitRate.bitsPerSecond
        if let record = pass.record { session.element("encoder").setString("multipass-cache-file", record) }
        requests.add(session.boundaries)
        try await session.start(
            context.makeTrackID(),
            EncodedPictures(of: track, bitRate: bitRate, times: session.feed.times, boundaries: session.boundaries))
        return session
    }
}
