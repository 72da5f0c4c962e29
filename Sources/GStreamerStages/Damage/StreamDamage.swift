import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// The losses of one stream between its container and its decoded frames or parsed samples.
final class StreamDamage: Sendable {
    typealias Figures = DamageFigures

    private struct State {
        var figures = Figures()
        var units: AccessUnitMatcher
        var audioPackets = AudioPacketMatcher()
        /// Gaps in the input, if decode times order it, and in the output.
        var inputGaps = StreamGaps(isOrdered: true)
        var gaps: StreamGaps
        var outputCount = 0
        /// Whether an audio parser outputs one packet for each packet that it receives.
        var isOneToOne = true
        var hasEnded = false
        var frameTimes = UntimedFrames()
        var begin: Int64?
        /// The element whose input is counted; 0 before the first buffer.
        var inputElement: UInt = 0
        var leftOut = 0
        var corrupted = 0
        var concealed = 0
        /// The number of samples that the decoder could not decode.
        var failures = 0
        var lastFailure = -1
        /// The number of samples whose frames are not presented: they may refer to missing pictures.
        var undelivered = 0
        /// The losses that precede the delivered portion.
        var excluded = (lost: 0, damaged: 0, errors: 0)
        /// The numbers of the samples after whose input the decoder reported the first errors.
        var errorPlaces: [Int] = []
        /// Whether counting has ended.
        var isFrozen = false
        var lastError = -1
    }

    private static let maximumPlaces = 4096
    private let state: Mutex<State>
    private let order: AccessUnitMatcher.Order

    init(_ order: AccessUnitMatcher.Order) {
        self.order = order
        state = Mutex(State(units: AccessUnitMatcher(order), gaps: StreamGaps(isOrdered: order == .presentation)))
    }

    /// Returns the current figures. With `countsGaps`, includes gaps in the output, because the demuxer skipped damaged
    /// bytes.
    func figures(countsGaps: Bool) -> Figures {
        state.withLock { state in
            var figures = state.figures
            let times: ClosedRange<Int64>?
            if figures.isVideo {
                (figures.entered, times) = (state.units.entered, state.units.lostTimes)
                figures.lost = state.units.lost(leftOut: state.leftOut)
                figures.repeated = state.units.untimed > 0 ? state.leftOut : 0
            } else {
                (figures.entered, times) = (state.audioPackets.entered, state.audioPackets.lostTimes)
                // A packet that the parser dropped at the end leaves no gap. Parsers of audio change packet times and
                // may merge packets of E-AC-3.
                let dropped = state.hasEnded && state.isOneToOne ? max(0, figures.entered - state.outputCount) : 0
                figures.lost = order == .decode ? dropped : max(state.audioPackets.lost, state.failures)
            }
            // Gaps in the output include the decoder's losses.
            let known = figures.lost
            if countsGaps {
                figures.lost = max(known + state.inputGaps.missing, state.gaps.missing)
                figures.entered = max(figures.entered, state.outputCount) + figures.lost - known
            }
            figures.damaged = max(0, max(state.corrupted, state.concealed) - state.excluded.damaged - state.undelivered)
            let isComplete = figures.lost == known
            figures.lost = max(0, figures.lost - state.excluded.lost)
            figures.errors = max(0, figures.errors - state.excluded.errors - state.undelivered)
            if figures.lost > 0, isComplete, let times, let begin = state.begin {
                let ends = [times.lowerBound, times.upperBound].map { MediaInstant(nanoseconds: max(0, $0 - begin)) }
                figures.times = ends[0]...ends[1]
            }
            return figures
        }
    }

    /// Excludes the losses and errors so far: they precede the portion that is delivered, as do pictures that lead the
    /// keyframe of a seek.
    func excludeEarlierLosses() {
        let figures = figures(countsGaps: false)
        state.withLock { state in
            state.excluded.lost += figures.lost
            state.excluded.damaged += figures.damaged
            // Decoders are ahead of their output. Their errors about later samples are not excluded.
            let delivered = state.outputCount + figures.lost
            state.excluded.errors = state.errorPlaces.count { $0 <= delivered }
        }
    }

    /// Ends counting: later media is not delivered.
    func freeze() { state.withLock { $0.isFrozen = true } }

    /// Discards all counts and keeps the format.
    func restart() {
        state.withLock { state in
            var next = State(units: AccessUnitMatcher(order), gaps: StreamGaps(isOrdered: order == .presentation))
            (next.figures.codec, next.figures.isVideo) = (state.figures.codec, state.figures.isVideo)
            (next.inputElement, next.isOneToOne) = (state.inputElement, state.isOneToOne)
            state = next
        }
    }

    /// Records the format of the input.
    func setFormat(_ caps: UnsafePointer<GstCaps>) {
        let fields = CapsFields(caps: UnsafeMutablePointer(mutating: caps))
        let (codec, kind) = (fields.codecName, fields.kind)
        state.withLock { state in
            if state.figures.codec.isEmpty { state.figures.codec = codec }
            state.figures.isVideo = kind == .video
            if fields.name == "audio/x-eac3" { state.isOneToOne = false }
        }
    }

    func setSegment(_ passage: SluiceGstPadItem, of element: UInt) {
        let (start, stop) = (Int64(exactly: passage.start), Int64(exactly: passage.stop))
        state.withLock { state in
            guard state.inputElement == 0 || state.inputElement == element else { return }
            state.units.setSegment(start: start, stop: stop)
            state.audioPackets.setSegment(start: start, stop: stop)
        }
    }

    /// Records a buffer that enters an element. Only the first element of the stream is counted.
    func enter(_ passage: SluiceGstPadItem, of element: UInt) {
        let time = Int64(exactly: passage.presentation)
        let duration = Int64(exactly: passage.duration) ?? 0
        state.withLock { state in
            if state.inputElement == 0 { state.inputElement = element }
            guard !state.isFrozen, state.inputElement == element, !passage.is_hidden else { return }
            guard !passage.is_decode_only else {
                state.undelivered += 1
                return
            }
            // Header buffers of audio are not packets; pictures with parameter sets have the same flag.
            guard state.figures.isVideo || !passage.is_header else { return }
            if state.begin == nil { state.begin = time }
            let clock = Int64(exactly: passage.decode) ?? (state.figures.isVideo ? nil : time)
            state.inputGaps.record(at: clock, duration: duration)
            if state.figures.isVideo {
                state.units.enter(at: time, isSync: passage.is_sync, isDiscontinuous: passage.is_discontinuous)
                if order == .presentation { state.frameTimes.enter(at: time, decode: Int64(exactly: passage.decode)) }
            } else {
                state.audioPackets.enter(at: time, duration: duration)
            }
        }
    }

    /// Records a buffer in the output of the last element. Returns the time of a frame of a stream without presentation
    /// times; nil for others.
    @discardableResult
    func leave(_ passage: SluiceGstPadItem) -> Int64? {
        let (time, duration) = (Int64(exactly: passage.presentation), Int64(exactly: passage.duration) ?? 0)
        let clock = order == .decode ? Int64(exactly: passage.decode) ?? time : time
        return state.withLock { state in
            let isFrame = order == .presentation && state.figures.isVideo
            let found = isFrame ? state.frameTimes.leave(at: time, duration: duration) : nil
            // Header buffers of audio are not packets.
            guard !state.isFrozen, state.figures.isVideo || !passage.is_header else { return found }
            state.outputCount += 1
            state.gaps.record(at: clock, duration: duration)
            if passage.is_corrupted { state.corrupted += 1 }
            if state.figures.isVideo {
                state.units.leave(at: time, duration: duration)
            } else {
                state.audioPackets.leave(at: time, duration: duration)
            }
            return found
        }
    }

    /// Records the end of the output.
    func end() {
        state.withLock { state in
            guard !state.isFrozen else { return }
            state.hasEnded = true
            state.units.end()
            state.audioPackets.end()
        }
    }

    /// Records the number of frames that were dropped because their times contradict earlier ones.
    func setLeftOut(_ count: Int) { state.withLock { $0.leftOut = count } }

    /// Records an entry of the decoder's log; several entries about one sample count once.
    func report(_ entry: DecoderLog.Entry) {
        state.withLock { state in
            guard !state.isFrozen else { return }
            if entry == .concealed {
                state.concealed += 1
                return
            }
            let number = state.figures.isVideo ? state.units.entered : state.audioPackets.entered
            if number != state.lastError {
                state.figures.errors += 1
                if state.errorPlaces.count < Self.maximumPlaces { state.errorPlaces.append(number) }
            }
            state.lastError = number
            guard entry == .failed else { return }
            if number != state.lastFailure { state.failures += 1 }
            state.lastFailure = number
        }
    }
}
