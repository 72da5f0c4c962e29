import Packaging
import Media

/// The state of one input in its writer.
struct InputState: Sendable {
    var configuration: InputConfiguration
    /// The identity of the input object, for associations.
    let identity: ObjectIdentifier
    let id: Track.ID
    /// The observers of the input object.
    let observed: ObservedProperties
    /// The values that observers have been notified of.
    var reported = ReportedValues()
    /// The output track; nil until its format and timescale are known.
    var track: Track? { didSet { timescale = track?.timescale ?? 0 } }
    /// The track's timescale; 0 while there is no track.
    private(set) var timescale: Int32 = 0
    /// Whether the client has marked the input as finished.
    var isFinished = false
    /// Whether readiness was reported to the client and no append has followed.
    var hasReportedReadiness = false
    /// Whether all samples have reached the output.
    var hasReachedOutput = false
    var encoding: EncoderState?
    /// The file that contains the samples, when the movie refers to them instead of containing them.
    var reference: SampleReference?
    /// The current pass of an input without an encoder; nil before writing starts and after the pass.
    var passWithoutEncoder: AssetWriterInputPassDescription?
    var request: MediaRequest?
    var waiters: [Waiter] = []
    /// A callback for the start of each pass.
    var passResponder: (@Sendable () -> Void)?

    /// A task that waits for readiness.
    struct Waiter: Sendable {
        let id: UInt64
        let resume: @Sendable (Bool) -> Void
    }

    /// Values of observed properties.
    struct ReportedValues: Sendable, Equatable {
        var isReady = false
        /// The number of the current pass; nil when there is none.
        var pass: Int?
        var canPerformMultiplePasses = false
    }

    /// The number of the current pass from 0; nil when there is none.
    var currentPassNumber: Int? {
        guard let encoding else { return passWithoutEncoder == nil ? nil : 0 }
        return encoding.pass == nil ? nil : encoding.passIndex
    }

    var currentPass: AssetWriterInputPassDescription? { encoding?.pass ?? (encoding == nil ? passWithoutEncoder : nil) }
    var isInEarlyPass: Bool { !hasReachedOutput && encoding?.isInEarlyPass == true }

    /// Returns the track for a first sample of `format`; throws when the format is unknown or of another media type.
    func track(of format: MediaFormat?, timescale: Int32) throws(AssetWriterError) -> Track {
        guard let format = format ?? configuration.sourceFormatHint else {
            throw AssetWriterError(
                .missingFormat, "the format of the samples is unknown; set a source format hint")
        }
        guard format.mediaType == configuration.mediaType else {
            throw AssetWriterError(
                .unsupportedFormat,
                "samples of \(format.mediaType.rawValue) cannot be appended to an input for "
                    + "\(configuration.mediaType.rawValue)"
            )
        }
        let scale = configuration.mediaTimeScale > 0 ? configuration.mediaTimeScale : timescale
        var track = Track(id: id, format: format, timescale: scale)
        track.language = configuration.languageCode ?? configuration.extendedLanguageTag
        if let source = configuration.sourceTrack {
            track.name = source.name
            track.nominalBitRate = source.nominalBitRate
            track.priming = MediaTime(value: source.priming, timescale: source.timescale).ticks(at: scale)
        }
        return track
    }

    /// Returns the sample with the identity and timescale of the output track.
    func converted(_ sample: Sample) -> Sample {
        var result = sample
        result.track = id
        guard timescale > 0, sample.timescale != timescale else { return result }
        result.timescale = timescale
        result.decodeTicks = sample.decodeTime.ticks(at: timescale)
        result.presentationOffset = sample.presentationTime.ticks(at: timescale) &- result.decodeTicks
        result.duration = MediaTime(value: sample.duration, timescale: sample.timescale).ticks(at: timescale)
        return result
    }
}
