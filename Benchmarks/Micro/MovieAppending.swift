import AllocationCounter
import Packaging
import Glibc
import ISOMedia
import Media

/// Measures the cost of appending passthrough samples to a movie, without writing the file.
struct MovieAppending {
    let name: String
    let settings: MovieSettings

    static let all: [MovieAppending] = {
        var fragmented = MovieSettings(fileType: .mp4)
        fragmented.movieFragmentInterval = .seconds(2)
        return [
            MovieAppending(name: "a regular movie", settings: MovieSettings(fileType: .mp4)),
            MovieAppending(name: "a fragmented movie", settings: fragmented),
        ]
    }()

    /// Returns nanoseconds and allocations per sample: the median of five runs.
    func measure(count: Int) throws -> (nanoseconds: Double, allocations: Double) {
        var results: [(nanoseconds: Double, allocations: Double)] = []
        for _ in 0..<5 { results.append(try measureOnce(count)) }
        return results.sorted { $0.nanoseconds < $1.nanoseconds }[2]
    }

    private func measureOnce(_ count: Int) throws -> (nanoseconds: Double, allocations: Double) {
        let storage = ByteStorage(copying: [UInt8](repeating: 1, count: 1 << 16))
        var assembler = MovieAssembler(settings: settings)
        let (video, audio) = (Self.video, Self.audio)
        try assembler.add(video)
        try assembler.add(audio)
        let before = allocation_count()
        let time = try processorTime {
            var packet: Int64 = 0
            for picture in 0..<Int64(count / 5 * 2) {
                let flags: SampleFlags = picture % 60 == 0 ? .sync : picture % 3 == 0 ? .predicted : .disposable
                // Non-adjacent slices, as in a movie with several tracks.
                let start = Int(picture % 1000) * 40
                try assembler.append(
                    Sample(
                        track: video.id, timescale: 30, decodeTicks: picture, presentationOffset: picture % 3,
                        duration: 1, flags: flags, bytes: ByteSlice(storage, offset: start, count: 1000 + start / 80)))
                while packet * 1024 * 30 < (picture + 1) * 48_000 {
                    try assembler.append(
                        Sample(
                            track: audio.id, timescale: 48_000, decodeTicks: packet * 1024, duration: 1024,
                            bytes: ByteSlice(storage, offset: Int(packet % 1000) * 60, count: 300)))
                    packet += 1
                }
                if assembler.hasOperations { _ = assembler.dequeueOperations() }
            }
            try assembler.finish()
        }
        let samples = Double(count / 5 * 2) * (1 + 46.875 / 30)
        return (time / samples, Double(allocation_count() - before) / samples)
    }

    static var video: Track {
        let record = AVCDecoderConfiguration(bytes: [1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0])
        let format = CodedVideoFormat(configuration: .avc(record), size: PixelSize(width: 640, height: 360))
        return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
    }

    static var audio: Track {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
            framesPerPacket: 1024)
        return Track(id: Track.ID(rawValue: 2), format: .codedAudio(format), timescale: 48_000)
    }

    /// Measures the sample tables of a movie of this length. Returns the time to write them in nanoseconds, and their
    /// size in bytes.
    static func measureTables(hours: Int) throws -> (nanoseconds: Double, bytes: Int) {
        var table = SampleTableBox()
        let entries = (0..<15).map { index in
            MovieFragment.SampleEntry(
                duration: 1, size: UInt32(1000 + index), flags: SampleFlags.disposable.rawValue,
                compositionOffset: Int32(index % 3))
        }
        var bytes = 0
        let time = try processorTime {
            for chunk in 0..<(hours * 7200) { table.append(chunkAt: UInt64(chunk) << 14, entries) }
            let description = TrackDescription(id: 1, timescale: 30, format: video.format)
            bytes = try MovieBox(timescale: 1, entries: [MovieBox.Entry(description, samples: table)]).bytes().count
        }
        return (time, bytes)
    }
}

/// Returns the processor time spent in `body`, in nanoseconds. Other load on the machine does not count.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}
