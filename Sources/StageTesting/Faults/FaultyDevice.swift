import Media
import StageKit

/// A simulated device from its opening to its next failure.
struct FaultyDevice {
    private static let samplesPerFrame: Int64 = 1024
    private static let videoTimescale: Int32 = 90_000

    private let options: FaultInjectingSource.Options
    private let id: Track.ID
    private let start: MediaTime
    private var announced: Track?
    /// The time captured or missed since the device was opened, in device time.
    private var elapsed = MediaTime.zero
    private var drift = 0
    private var rate: Int
    private var count = 0

    init(options: FaultInjectingSource.Options, track: Track.ID, start: MediaTime) {
        self.options = options
        id = track
        self.start = start
        rate = options.sampleRate
    }

    /// The duration of one frame in device time.
    private var step: MediaTime {
        switch options.medium {
        case .video: MediaTime(value: Int64(options.frameRate.denominator), timescale: options.frameRate.numerator)
        case .audio: MediaTime(value: Self.samplesPerFrame, timescale: Int32(clamping: rate))
        }
    }

    /// The completion time of the next frame, in the time of the run; earlier if the device's clock is fast.
    var due: MediaTime {
        let own = (elapsed + (options.medium == .audio ? step : .zero)).duration
        return start + MediaTime(own / (1 + Double(drift) / 1e6))
    }

    /// Whether the next frame is within the configured duration.
    var isWithinDuration: Bool { options.duration.map { start + elapsed < $0 } ?? true }

    /// Returns the next frame, preceded by the track if it is new or changed; empty while the device stalls.
    mutating func capture(_ condition: FaultScript.Condition) -> [Message<Frame>] {
        drift = condition.drift
        defer {
            elapsed += step
            count += 1
            rate = condition.rate ?? options.sampleRate
        }
        guard !condition.isStalled else { return [] }
        let track = track(condition)
        var messages: [Message<Frame>] = []
        if announced != track { messages.append(.track(track)) }
        announced = track
        messages.append(.payload(frame(track, start + elapsed + condition.shift)))
        return messages
    }

    private func track(_ condition: FaultScript.Condition) -> Track {
        switch options.medium {
        case .video:
            let format = RawVideoFormat(
                pixelFormat: "I420", size: condition.size ?? options.size, nominalFrameRate: options.frameRate)
            return Track(id: id, format: .rawVideo(format), timescale: Self.videoTimescale)
        case .audio:
            let format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: rate, channelCount: 2)
            return Track(id: id, format: .rawAudio(format), timescale: Int32(clamping: rate))
        }
    }

    private func frame(_ track: Track, _ time: MediaTime) -> Frame {
        let duration = step.ticks(at: track.timescale)
        let bytes: [UInt8]
        switch track.format {
        case .rawVideo(let format): bytes = videoBytes(format.size)
        default: bytes = audioBytes()
        }
        return Frame(
            track: id, timescale: track.timescale, presentationTicks: time.ticks(at: track.timescale),
            duration: duration, content: FrameBytes(ByteSlice(copying: bytes), format: track.format))
    }

    /// Moving stripes, so that consecutive frames differ.
    private func videoBytes(_ size: PixelSize) -> [UInt8] {
        func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }
        let row = (0..<padded(size.width)).map { UInt8(16 + ($0 + count * 2) % 200) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(row.count * size.height * 3 / 2)
        for _ in 0..<size.height { bytes += row }
        return bytes + [UInt8](repeating: 128, count: padded(size.width / 2) * size.height)
    }

    /// A tone of about 1 kHz, interleaved stereo.
    private func audioBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(Self.samplesPerFrame) * 4)
        for sample in 0..<Int(Self.samplesPerFrame) {
            let phase = (count * Int(Self.samplesPerFrame) + sample) % 48
            let level = Int16(clamping: (phase < 24 ? phase : 48 - phase) * 500 - 6000)
            let value = UInt16(bitPattern: level)
            for _ in 0..<2 { bytes += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
        }
        return bytes
    }
}
