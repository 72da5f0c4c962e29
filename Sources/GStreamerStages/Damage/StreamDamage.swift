import CGStreamer
import CGStreamerLibraries
import StageKit
import Synchronization

/// The losses of one stream between its container and its frames, or its parsed samples.
final class StreamDamage: Sendable {
    typealias Figures = DamageFigures

    private struct State {
        var figures = Figures()
        var units: AccessUnitMatcher
        var audioPackets = AudioPacketMatcher()
        /// Gaps in what enters, where decode times order it, and in what leaves.
        var inputGaps = StreamGaps(isOrdered: true)
        var gaps: StreamGaps
        var outputCount = 0
        /// Whether a parser of audio delivers as many packets as enter it.
        var isOneToOne = true
        var hasEnded = false
        var begin: Int64?
        /// The element whose input counts, and whether its buffers are whole samples.
        var inputElement: UInt = 0
        var leftOut = 0
        var corrupted = 0
        var concealed = 0
        /// Samples for which the decoder gave up.
        var failures = 0
        var lastFailure = -1
        var lastError = -1
    }

    private let state: Mutex<State>
    private let order: AccessUnitMatcher.Order

    init(_ order: AccessUnitMatcher.Order) {
        self.order = order
        state = Mutex(State(units: AccessUnitMatcher(order), gaps: StreamGaps(isOrdered: order == .presentation)))
    }

    /// The figures so far, with gaps in the output where the demuxer skipped damaged bytes.
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
                // A packet that was given up at the end leaves no gap.
                // Parsers of audio give packets other times, and may merge those of E-AC-3.
                let dropped = state.hasEnded && state.isOneToOne ? max(0, figures.entered - state.outputCount) : 0
                figures.lost = order == .decode ? dropped : max(state.audioPackets.lost, state.failures)
            }
            // Gaps in the output contain losses of the decoder, too.
            let known = figures.lost
            if countsGaps {
                figures.lost = max(known + state.inputGaps.missing, state.gaps.missing)
                figures.entered = max(figures.entered, state.outputCount) + figures.lost - known
            }
            figures.damaged = max(state.corrupted, state.concealed)
            let isComplete = figures.lost == known
            if figures.lost > 0, isComplete, let times, let begin = state.begin {
                figures.times = max(0, times.lowerBound - begin)...max(0, times.upperBound - begin)
            }
            return figures
        }
    }

    /// Records the format of what enters.
    func setFormat(_ caps: UnsafePointer<GstCaps>) {
        let fields = CapsFields(caps: UnsafeMutablePointer(mutating: caps))
        let (codec, kind) = (fields.codecName, fields.kind)
        state.withLock { state in
            if state.figures.codec.isEmpty { state.figures.codec = codec }
            state.figures.isVideo = kind == .video
            if fields.name == "audio/x-eac3" { state.isOneToOne = false }
        }
    }

    func setSegment(_ passage: SluiceGstPassage, of element: UInt) {
        let (start, stop) = (Int64(exactly: passage.start), Int64(exactly: passage.stop))
        state.withLock { state in
            guard state.inputElement == 0 || state.inputElement == element else { return }
            state.units.setSegment(start: start, stop: stop)
            state.audioPackets.setSegment(start: start, stop: stop)
        }
    }

    /// Records a buffer that enters an element; the element that comes first in the stream counts.
    func enter(_ passage: SluiceGstPassage, of element: UInt) {
        let time = Int64(exactly: passage.presentation)
        let duration = Int64(exactly: passage.duration) ?? 0
        state.withLock { state in
            if state.inputElement == 0 { state.inputElement = element }
            guard state.inputElement == element, !passage.is_hidden else { return }
            // Headers of audio are no packets; pictures with parameter sets are marked in the same way.
            guard state.figures.isVideo || !passage.is_header else { return }
            if state.begin == nil { state.begin = time }
            let clock = Int64(exactly: passage.decode) ?? (state.figures.isVideo ? nil : time)
            state.inputGaps.record(at: clock, duration: duration)
            if state.figures.isVideo {
                state.units.enter(at: time, isSync: passage.is_sync, isDiscontinuous: passage.is_discontinuous)
            } else {
                state.audioPackets.enter(at: time, duration: duration)
            }
        }
    }

    /// Records a buffer that leaves the last element.
    func leave(_ passage: SluiceGstPassage) {
        let (time, duration) = (Int64(exactly: passage.presentation), Int64(exactly: passage.duration) ?? 0)
        let clock = order == .decode ? Int64(exactly: passage.decode) ?? time : time
        state.withLock { state in
            // Headers of audio are no packets.
            guard state.figures.isVideo || !passage.is_header else { return }
            state.outputCount += 1
            state.gaps.record(at: clock, duration: duration)
            if passage.is_corrupted { state.corrupted += 1 }
            if state.figures.isVideo {
                state.units.leave(at: time, duration: duration)
            } else {
                state.audioPackets.leave(at: time, duration: duration)
            }
        }
    }

    /// Records that all that entered has left.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.units.end()
            state.audioPackets.end()
        }
    }

    /// Records frames that were left out because their times contradict those before.
    func setLeftOut(_ count: Int) { state.withLock { $0.leftOut = count } }

    /// Records a report of the decoder; several about one sample count once.
    func report(_ entry: DecoderLog.Entry) {
        state.withLock { state in
            if entry == .concealed {
                state.concealed += 1
                return
            }
            let number = state.figures.isVideo ? state.units.entered : state.audioPackets.entered
            if number != state.lastError { state.figures.errors += 1 }
            state.lastError = number
            guard entry == .failed else { return }
            if number != state.lastFailure { state.failures += 1 }
            state.lastFailure = number
        }
    }
}
