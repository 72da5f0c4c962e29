import Media

/// The encoder of one input: its pending commands, the current pass and the stored output of that pass.
struct EncoderState: Sendable {
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
    static let maximumStoredPassSize = 256 << 20
    /// The maximum number of commands that wait for the encoder's thread.
    private static let maximumQueuedCommands = 8

    var request: EncodingRequest
    let maximumPassCount: Int
    var encoder: (any MediaEncoder)?
    var commands = SerialQueue<Command>()
    var keyframeMarker: KeyframeMarker?
    var wantsFrames = true
    private(set) var pass: AssetWriterInputPassDescription? = .first
    private(set) var passIndex = 0
    private(set) var isEndingPass = false
    private(set) var storedPass = StoredPass()
    private var hasRequestedEncoder = false
    /// Whether the finish command has been enqueued.
    private(set) var isFinishing = false

    init(request: EncodingRequest, capabilities: EncodingCapabilities) {
        self.request = request
        maximumPassCount = request.performsMultiplePasses ? max(1, capabilities.maximumPassCount) : 1
    }

    var canPerformMultiplePasses: Bool { maximumPassCount > 1 }
    /// Whether a later pass may replace the current output.
    var isInEarlyPass: Bool { passIndex < maximumPassCount - 1 }
    var isReady: Bool { wantsFrames && pass != nil && !isEndingPass && commands.count < Self.maximumQueuedCommands }

    mutating func encode(_ frame: Frame, of format: MediaFormat?) {
        if let format, request.sourceFormat == nil { request.sourceFormat = format }
        makeEncoderIfNeeded()
        commands.append(.encode(frame))
    }

    mutating func finish() {
        guard !isFinishing else { return }
        isFinishing = true
        makeEncoderIfNeeded()
        commands.append(.finish)
    }

    mutating func cancel() {
        commands.removeAll()
        if encoder != nil { commands.append(.cancel) }
    }

    mutating func endPass() {
        guard canPerformMultiplePasses else {
            pass = nil
            return
        }
        guard pass != nil, !isEndingPass else { return }
        isEndingPass = true
        makeEncoderIfNeeded()
        commands.append(.endPass)
    }

    mutating func passEnded(next ranges: [MediaTimeRange]?) {
        isEndingPass = false
        guard let ranges, isInEarlyPass else {
            pass = nil
            return
        }
        passIndex += 1
        keyframeMarker?.reset()
        storedPass = StoredPass()
        pass = AssetWriterInputPassDescription(sourceTimeRanges: ranges)
    }

    mutating func store(_ track: Track) { storedPass.track = track }
    mutating func store(_ sample: Sample) { storedPass.append(sample, limit: Self.maximumStoredPassSize) }
    mutating func removeStoredPass() -> StoredPass {
        defer { storedPass = StoredPass() }
        return storedPass
    }

    private mutating func makeEncoderIfNeeded() {
        guard !hasRequestedEncoder else { return }
        hasRequestedEncoder = true
        commands.append(.make(request))
    }
}
