package import Packaging
package import Media

/// Scripted tracks for the fragmenter.
package struct Script {
    package var track: Track
    package var samples: [Sample]

    package init(track: Track, samples: [Sample]) {
        self.track = track
        self.samples = samples
    }

    package static func video(frames: Int64, rate: (Int64, Int64), syncEvery: Int64) -> Script {
        video(frames: frames, rate: rate) { frame, _ in frame % syncEvery == 0 }
    }

    package static func video(
        frames: Int64, rate: (numerator: Int64, denominator: Int64), isSync: (Int64, MediaTime) -> Bool
    ) -> Script {
        let scale = Int32(rate.numerator)
        let id = Track.ID(rawValue: 1)
        let samples = (0..<frames).map { frame in
            let ticks = frame * rate.denominator
            let flags: SampleFlags = isSync(frame, MediaTime(value: ticks, timescale: scale)) ? .sync : .predicted
            return Sample(
                track: id, timescale: scale, decodeTicks: ticks, duration: rate.denominator, flags: flags,
                bytes: ByteSlice(copying: [UInt8](repeating: UInt8(frame & 0xff), count: 16)))
        }
        return Script(track: videoTrack(id, scale), samples: samples)
    }

    package static func variableVideo(frames: Int, using generator: inout SeededGenerator) -> Script {
        let id = Track.ID(rawValue: 1)
        var ticks: Int64 = 0
        var samples: [Sample] = []
        for frame in 0..<frames {
            let duration = Int64.random(in: 1...9000, using: &generator)
            let flags: SampleFlags = frame == 0 || Int.random(in: 0..<20, using: &generator) == 0 ? .sync : .predicted
            samples.append(
                Sample(
                    track: id, timescale: 90_000, decodeTicks: ticks, duration: duration, flags: flags,
                    bytes: ByteSlice(copying: [1, 2, 3])))
            ticks += duration
        }
        return Script(track: videoTrack(id, 90_000), samples: samples)
    }

    package static func audio(packets: Int64, rate: Int32, priming: Int64) -> Script {
        let id = Track.ID(rawValue: 2)
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: Int(rate), channelCount: 2,
            framesPerPacket: 1024)
        var track = Track(id: id, format: .codedAudio(format), timescale: rate)
        track.priming = priming
        let samples = (0..<packets).map { packet in
            Sample(
                track: id, timescale: rate, decodeTicks: packet * 1024 - priming, duration: 1024,
                bytes: ByteSlice(copying: [UInt8](repeating: UInt8(packet & 0xff), count: 8)))
        }
        return Script(track: track, samples: samples)
    }

    private static func videoTrack(_ id: Track.ID, _ scale: Int32) -> Track {
        // An AVC Baseline configuration of level 3.0 with one sequence and one picture parameter set.
        let record: [UInt8] = [
            1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 10, 0x67, 0x42, 0xc0, 0x1e, 0xd9, 0x00, 0xa0, 0x47, 0xfe, 0xc8, 1, 0,
            4, 0x68, 0xce, 0x38, 0x80,
        ]
        let format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: PixelSize(width: 640, height: 360))
        return Track(id: id, format: .codedVideo(format), timescale: scale)
    }

    /// Runs the scripts through a fragmenter, merged by decode time, or in a random order between the tracks.
    package static func run(
        _ scripts: [Script], interval: MediaTime, profile: FileTypeProfile = .mpeg4AppleHLS,
        shuffledBy seed: UInt64? = nil, _ adjust: (inout FragmenterSettings) -> Void = { _ in }
    ) throws -> [Segment] {
        var settings = FragmenterSettings(profile: profile, interval: interval)
        adjust(&settings)
        var fragmenter = Fragmenter(settings: settings)
        for script in scripts { try fragmenter.add(script.track) }
        var queues = scripts.map { $0.samples[...] }
        var generator = seed.map { SeededGenerator(seed: $0) }
        var segments: [Segment] = []
        while true {
            let open = queues.indices.filter { !queues[$0].isEmpty }
            guard !open.isEmpty else { break }
            let earliest = open.min { queues[$0].first!.decodeTime < queues[$1].first!.decodeTime }!
            let next = generator.map { _ in open.randomElement(using: &generator!)! } ?? earliest
            try fragmenter.append(queues[next].removeFirst())
            segments += fragmenter.dequeueSegments()
        }
        try fragmenter.finish()
        return segments + fragmenter.dequeueSegments()
    }
}
