import Media

/// The encoder of one input: its pending commands, the current pass and the stored output of that pass.
struct EncodingLane: Sendable {
    /// A command from the writer to an encoder.
    enum Command: Sendable {
        case make(EncodingRequest)
        case encode(Frame)
        case endPass
        case finish
        case cancel
    }

    /// The maximum size of a stored pass in bytes. A larger pass cannot be written by `markAsFinished` unless it is the
    /// last one.
    static let longestSpool = 256 << 20
    /// The maximum number of commands that wait for the encoder's thread.
    private static let longestQueue = 8

    var request: EncodingRequest
    let maximumPassCount: Int
    var encoder: (any MediaEncoder)?
    var work = SerialWork<Command>()
    var marks: KeyframeMarks?
    var wantsFrames = true
    private(set) var pass: AssetWriterInputPassDescription? = .first
    private(set) var passIndex = 0
    private(set) var isEndingPass = false
    private(set) var spool = PassSpool()
    private var isAsked = false
    /// Whether the finish command has been enqueued.
    private(set) var isFinishing = false

    init(request: EncodingRequest, capabilities: EncodingCapabilities) {
        self.request = request
        maximumPassCount = request.performsMultiplePasses ? max(1, capabilities.maximumPassCount) : 1
    }

    var canPerformMultiplePasses: Bool { maximumPassCount > 1 }
    /// Whether a later pass may replace the current output.
    var isInEarlyPass: Bool { passIndex < maximumPassCount - 1 }
    var isReady: Bool { wantsFrames && pass != nil && !isEndingPass && work.count < Self.longestQueue }

    mutating func encode(_ frame: Frame, of format: MediaFormat?) {
        if let format, request.sourceFormat == nil { request.sourceFormat = format }
        makeEncoderWhenNeeded()
        work.append(.encode(frame))
    }

    mutating func finish() {
        guard !isFinishing else { return }
        isFinishing = true
        makeEncoderWhenNeeded()
        work.append(.finish)
    }

    mutating func cancel() {
        work.removeAll()
        if encoder != nil { work.append(.cancel) }
    }

    mutating func endPass() {
        guard canPerformMultiplePasses else {
            pass = nil
            return
        }
        guard pass != nil, !isEndingPass else { return }
        isEndingPass = true
        makeEncoderWhenNeeded()
        work.append(.endPass)
    }

    mutating func passEnded(next ranges: [MediaTimeRange]?) {
        isEndingPass = false
        guard let ranges, isInEarlyPass else {
            pass = nil
            return
        }
        passIndex += 1
        marks?.restart()
        spool = PassSpool()
        pass = AssetWriterInputPassDescription(sourceTimeRanges: ranges)
    }

    mutating func keep(_ track: Track) { spool.track = track }
    mutating func keep(_ sample: Sample) { spool.append(sample, limit: Self.longestSpool) }
    mutating func takeSpool() -> PassSpool {
        defer { spool = PassSpool() }
        return spool
    }

    private mutating func makeEncoderWhenNeeded() {
        guard !isAsked else { return }
        isAsked = true
        work.append(.make(request))
    }
}

/// The output of a pass that a later pass may replace.
struct PassSpool: Sendable {
    var track: Track?
    private(set) var samples: [Sample] = []
    private(set) var byteCount = 0
    /// Whether the pass exceeded the size limit and was discarded.
    private(set) var isOverfull = false

    mutating func append(_ sample: Sample, limit: Int) {
        guard !isOverfull else { return }
        byteCount += sample.bytes.count
        samples.append(sample)
        guard byteCount > limit else { return }
        isOverfull = true
        samples = []
    }
}
