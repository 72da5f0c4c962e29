package import Packaging
package import ISOMedia
package import Media

/// A movie file in memory, and the operations that made it.
package struct MovieImage {
    package private(set) var bytes: [UInt8] = []
    package private(set) var operations: [FileOperation] = []

    package init() {}

    package mutating func perform(_ more: [FileOperation]) {
        operations += more
        for operation in more { Self.perform(operation, on: &bytes) }
    }

    package static func perform(_ operation: FileOperation, on bytes: inout [UInt8]) {
        switch operation {
        case .append(let rope): bytes += rope.bytes
        case .overwrite(let new, let offset): bytes.replaceSubrange(Int(offset)..<Int(offset) + new.count, with: new)
        case .synchronize: break
        case .rewrite(let header, let kept): bytes = header + bytes[Int(kept.lowerBound)..<Int(kept.upperBound)]
        }
    }

    /// Calls `body` with the content of the file after an interruption at every byte, oldest first; a rewrite is
    /// atomic.
    package func forEachTruncation(_ body: ([UInt8]) throws -> Void) rethrows {
        var bytes: [UInt8] = []
        for operation in operations {
            switch operation {
            case .append(let rope):
                let new = rope.bytes
                for count in 0..<new.count { try body(bytes + new[..<count]) }
            case .overwrite(let new, let offset) where new.count > 16:
                for count in 0..<new.count {
                    var cut = bytes
                    Self.perform(.overwrite(Array(new[..<count]), at: offset), on: &cut)
                    try body(cut)
                }
            case .overwrite, .synchronize, .rewrite: try body(bytes)
            }
            Self.perform(operation, on: &bytes)
        }
        try body(bytes)
    }
}

/// A sample that was read back.
package struct ReadSample: Equatable {
    package var decode: Int64
    package var offset: Int64
    package var duration: Int64
    package var flags: UInt32
    package var bytes: [UInt8]
}

/// Reads all samples of a movie in memory, track by track.
package func readSamples(_ bytes: [UInt8]) throws -> [[ReadSample]] {
    let movie = try MovieFile(reading: ByteSlice(copying: bytes))
    return movie.tracks.map { track in
        var cursor = movie.cursor(for: track)
        var samples: [ReadSample] = []
        while let sample = cursor.next() {
            samples.append(
                ReadSample(
                    decode: sample.decodeTicks, offset: sample.compositionOffset, duration: sample.duration,
                    flags: sample.flags.rawValue, bytes: movie.bytes(of: sample).bytes))
        }
        return samples
    }
}

extension Script {
    /// The samples as they should be read back: starting at time zero.
    package var expected: [ReadSample] {
        let start = samples.first?.decodeTicks ?? 0
        return samples.map {
            ReadSample(
                decode: $0.decodeTicks - start, offset: $0.presentationOffset, duration: $0.duration,
                flags: $0.flags.rawValue, bytes: $0.bytes.bytes)
        }
    }

    /// Returns video with reordering: I, P, then two non-reference frames, and so on.
    package static func reorderedVideo(frames: Int64, syncEvery: Int64 = 30) -> Script {
        var script = video(frames: frames, rate: (30, 1), syncEvery: syncEvery)
        for index in script.samples.indices {
            let offset: Int64 = [1, 3, 0, 0][index % 4]
            script.samples[index].presentationOffset = offset
            if index % 4 > 1, !script.samples[index].isSync { script.samples[index].flags = .disposable }
        }
        return script
    }

    /// Writes the scripts with an assembler, merged by decode time, or in a random order between the tracks.
    package static func write(
        _ scripts: [Script], _ type: MovieFileType = .mp4, shuffledBy seed: UInt64? = nil,
        tracks: [MovieTrackSettings] = [], adjust: (inout MovieSettings) -> Void = { _ in }
    ) throws -> MovieImage {
        var settings = MovieSettings(fileType: type)
        adjust(&settings)
        var assembler = MovieAssembler(settings: settings)
        for (index, script) in scripts.enumerated() {
            try assembler.add(script.track, tracks.indices.contains(index) ? tracks[index] : MovieTrackSettings())
        }
        var image = MovieImage()
        try feed(scripts, to: &assembler, into: &image, shuffledBy: seed)
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        return image
    }

    package static func feed(
        _ scripts: [Script], to assembler: inout MovieAssembler, into image: inout MovieImage,
        shuffledBy seed: UInt64? = nil
    ) throws {
        var queues = scripts.map { $0.samples[...] }
        var generator = seed.map { SeededGenerator(seed: $0) }
        while true {
            let open = queues.indices.filter { !queues[$0].isEmpty }
            guard !open.isEmpty else { break }
            let earliest = open.min { queues[$0].first!.decodeTime < queues[$1].first!.decodeTime }!
            let next = generator.map { _ in open.randomElement(using: &generator!)! } ?? earliest
            try assembler.append(queues[next].removeFirst())
            image.perform(assembler.dequeueOperations())
        }
    }
}

extension Script {
    /// Returns a text track with these titles at their times in milliseconds.
    package static func text(_ titles: [(milliseconds: Int64, title: String)], id: UInt32 = 3) -> Script {
        let format = CodedDataFormat.timedText(handler: "text")
        var track = Track(id: Track.ID(rawValue: id), format: .codedData(format), timescale: 1000)
        track.language = "en"
        let samples = titles.enumerated().map { index, entry in
            let next = index + 1 < titles.count ? titles[index + 1].milliseconds : entry.milliseconds + 1000
            return Sample(
                track: track.id, timescale: 1000, decodeTicks: entry.milliseconds,
                duration: next - entry.milliseconds,
                bytes: ByteSlice(copying: CodedDataFormat.timedTextSample(entry.title)))
        }
        return Script(track: track, samples: samples)
    }
}
