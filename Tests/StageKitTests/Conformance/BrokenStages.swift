import Media
import StageKit
import StageTesting
import Synchronization

/// The rule that a stage breaks.
enum RuleViolation: String, OptionValue, CaseIterable {
    case none, forgetsAnnouncement, givesAfterEnd, goesBack, neverEnds, givesAfterFinish, refusesSecondFinish
    case losesInBatches, keepsWhenGivenUp, keepsAll, asksForEver, ignoresCancellation, refusesNothing, ignoresStop
    case refusesEarlyStop, givesNothing
    case requestsAtEnd, resumesLate, requestsIndefiniteKeyframe, requestsNoGapInterval, releasesNothing
    case wakesAfterFinish, wakesAtIndefiniteTime, emitsUnannouncedAtWake, reportsUnderSentence, measuresInfinity
    case misnamesMeasurement
}

struct ViolationOptions: StageOptions {
    var breach = RuleViolation.none
    init() {}
    init(_ breach: RuleViolation) { self.breach = breach }
    static var fields: [OptionField<ViolationOptions>] {
        [.option("breach", \.breach, "the rule that the stage breaks")]
    }
}

/// Samples that stages retain although they should release them.
private let kept = Mutex<[Sample]>([])

struct BrokenTransform: Transform {
    typealias Options = ViolationOptions
    static let kind = "broken.transform"
    static let abstract = "Breaks one rule."
    private let breach: RuleViolation
    private var held: [Sample] = []
    private var finishes = 0

    init(options: ViolationOptions) { breach = options.breach }

    mutating func receive(all messages: [Message<Sample>], _ effects: inout Effects<Sample>) throws {
        for (index, message) in messages.enumerated() where breach != .losesInBatches || index != 2 {
            try receive(message, &effects)
        }
    }

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) throws {
        if message.payload != nil { requestForbiddenEffect(&effects) }
        switch message {
        case .track where breach == .forgetsAnnouncement: return
        case .end(let id) where breach == .givesAfterEnd:
            effects.emit(message: message)
            effects.emit(Sample.scripted(.scriptedVideo(id.rawValue), count: 1, start: 1_000_000)[0])
            return
        case .end where breach == .neverEnds: return
        case .payload(var sample):
            if breach == .goesBack { sample.decodeTicks = -sample.decodeTicks }
            if breach == .keepsWhenGivenUp { kept.withLock { $0.append(sample) } }
            if breach == .keepsAll { held.append(sample) }
            effects.emit(sample)
            return
        default: break
        }
        effects.emit(message: message)
    }

    private func requestForbiddenEffect(_ effects: inout Effects<Sample>) {
        switch breach {
        case .resumesLate: effects.request(.continueTimeline(TimelineContinuation(end: .zero, now: .zero)))
        case .requestsIndefiniteKeyframe: effects.request(.keyframe(at: .indefinite))
        case .requestsNoGapInterval: effects.request(.reportGaps(within: .zero))
        case .releasesNothing: effects.request(.release(bytes: 0))
        case .wakesAtIndefiniteTime: effects.scheduleWakeUp(at: .indefinite)
        case .emitsUnannouncedAtWake: effects.scheduleWakeUp(after: .milliseconds(100))
        case .reportsUnderSentence: effects.reportNote("Something happened", "something")
        case .measuresInfinity: effects.measure("speed-ratio", 1 / 0)
        case .misnamesMeasurement: effects.measure("Speed", 1)
        default: break
        }
    }

    mutating func wake(at now: MediaTime, _ effects: inout Effects<Sample>) {
        effects.emit(Sample.scripted(.scriptedVideo(9), count: 1)[0])
    }

    mutating func finish(_ effects: inout Effects<Sample>) throws {
        finishes += 1
        if breach == .requestsAtEnd { effects.request(.keyframe(at: nil)) }
        if breach == .wakesAfterFinish { effects.scheduleWakeUp(after: .milliseconds(100)) }
        if breach == .refusesSecondFinish, finishes > 1 { throw StageError(.damagedInput, "again") }
        if breach == .givesAfterFinish, finishes > 1 { effects.emit(message: .track(.scriptedVideo(9))) }
    }
}

struct BrokenProcessor: Processor {
    typealias Options = ViolationOptions
    static let kind = "broken.processor"
    static let abstract = "Breaks one rule."
    private let breach: RuleViolation

    init(options: ViolationOptions) { breach = options.breach }

    func run(input: any Inlet<Sample>, output: any Outlet<Sample>, context: StageContext) async throws {
        var (held, count) = ([Sample](), 0)
        do {
            while let messages = try await input.receive() {
                if breach == .keepsAll { held += messages.compactMap(\.payload) }
                count += messages.count
                try await output.send(breach == .forgetsAnnouncement ? messages.filter { $0.payload != nil } : messages)
            }
        } catch  where breach == .ignoresCancellation {
            await forever()
        }
        if breach == .asksForEver { while try await input.receive() == nil {} }
        if breach == .refusesNothing, count == 0 { throw StageError(.damagedInput, "nothing came") }
        if breach == .givesAfterFinish { Task { while output.offer(.track(.scriptedVideo(9))) {} } }
        withExtendedLifetime(held) {}
    }
}

struct BrokenSink: Sink {
    typealias Options = ViolationOptions
    static let kind = "broken.sink"
    static let abstract = "Breaks one rule."
    private let breach: RuleViolation

    init(options: ViolationOptions) { breach = options.breach }

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        var held: [Sample] = []
        while let messages = try await input.receive() {
            if breach == .keepsAll { held += messages.compactMap(\.payload) }
            if breach == .keepsWhenGivenUp { kept.withLock { $0 += messages.compactMap(\.payload) } }
            if breach == .resumesLate, messages.contains(where: { $0.payload != nil }) {
                input.request(.continueTimeline(TimelineContinuation(end: .zero, now: .zero)))
            }
        }
        if breach == .requestsAtEnd { input.request(.release(bytes: 1)) }
        withExtendedLifetime(held) {}
    }
}

struct BrokenSource: Source {
    typealias Options = ViolationOptions
    static let kind = "broken.source"
    static let abstract = "Breaks one rule."
    private let breach: RuleViolation

    init(options: ViolationOptions) { breach = options.breach }

    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        if context.stop.isRaised, breach == .refusesEarlyStop { throw StageError(.unreadableInput, "no device") }
        let track = Track.scriptedVideo()
        var held: [Sample] = []
        if breach != .forgetsAnnouncement { try await output.send(.track(track)) }
        var number: Int64 = 0
        do {
            while breach != .givesNothing, breach == .ignoresStop || !context.stop.isRaised {
                let samples = Sample.scripted(track, count: 16, start: number, byteCount: 100)
                if breach == .keepsAll { held += samples }
                try await output.send(samples.map { .payload($0) })
                number += 16
            }
            try await output.send(.end(track.id))
        } catch  where breach == .ignoresCancellation {
            await forever()
        }
        withExtendedLifetime(held) {}
    }
}

/// Suspends forever.
private func forever() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// A transform that reads the row of the luma plane twice below each row of a chroma plane.
struct HalfRows: Transform {
    typealias Options = NoOptions
    static let kind = "test.half-rows"
    static let abstract = "Reads pixels outside frames with an odd number of rows."
    static let mediaTypes: Set<MediaType> = [.video]
    static let inputFormats = FrameFormats(pixel: ["I420"])
    private var formats: [Track.ID: MediaFormat] = [:]
    init(options: NoOptions) {}

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) throws {
        switch message {
        case .track(let track): formats[track.id] = track.format
        case .end(let id): formats[id] = nil
        case .payload(let frame):
            try frame.withPixels(as: formats[frame.track]) { picture in
                for row in 0..<picture.planes[1].rowCount { _ = picture[0, row * 2 + 1, 0] }
            }
        case .gap: break
        }
        effects.emit(message: message)
    }
}
