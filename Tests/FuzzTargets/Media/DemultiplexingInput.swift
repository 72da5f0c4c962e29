import MPEGTransport
import Media

/// Transport streams and packed audio, demultiplexed in steps of different sizes.
enum DemultiplexingInput {
    static func read(_ input: [UInt8]) {
        let content = ByteSlice(copying: input)
        let whole = samples(content, step: 1 << 20)
        let stepped = samples(content, step: 188)
        require(whole.count == stepped.count, "the samples are independent of the read size")
        readParts(content)
        readFile(content)
        let size = whole.reduce(0) { $0 + $1.bytes.count }
        // Length prefixes are longer than start codes, and LATM frames may be slightly longer than their element.
        require(size <= 4 * input.count, "samples are not larger than their file")
    }

    /// Reads the tags and the bytes outside of frames of an audio file.
    private static func readFile(_ content: ByteSlice) {
        let chapters = ID3Chapters(content).list
        require(chapters.count <= ChapterList.limit, "the number of chapters is limited")
        let scan = MPEGAudioScan(content)
        require(scan?.skippedBytes ?? 0 <= content.count, "the bytes outside of frames are in the file")
    }

    /// Reads the input as two files; the second one continues the first on another time base.
    private static func readParts(_ content: ByteSlice) {
        let half = content.count / 2
        var rest = [Demultiplexer.ContinuationFile(content.slice(half..<content.count), isDiscontinuous: true)]
        var demultiplexer = Demultiplexer(content.slice(0..<half)) { rest.popLast() }
        var (count, ends) = (0, [Int: Int64]())
        while let found = demultiplexer?.read(1 << 16), !found.isEmpty {
            for sample in found {
                if sample.format != nil { ends[sample.track] = nil }
                require(sample.decodeTicks >= ends[sample.track] ?? .min, "decode times increase across parts")
                ends[sample.track] = sample.decodeTicks
                count += sample.bytes.count
            }
        }
        require(count <= 4 * content.count, "samples are not larger than their files")
    }

    private static func samples(_ content: ByteSlice, step: Int) -> [DemultiplexedSample] {
        guard var demultiplexer = Demultiplexer(content) else { return [] }
        var samples: [DemultiplexedSample] = []
        var ends: [Int: Int64] = [:]
        while true {
            let found = demultiplexer.read(step)
            if found.isEmpty { break }
            for sample in found {
                require(demultiplexer.tracks.indices.contains(sample.track), "the track of a sample exists")
                require(sample.duration > 0, "a sample has a duration")
                // A different audio sample rate changes the timescale.
                if sample.format != nil { ends[sample.track] = nil }
                require(sample.decodeTicks >= ends[sample.track] ?? .min, "decode times increase")
                ends[sample.track] = sample.decodeTicks
            }
            samples += found
        }
        _ = demultiplexer.report
        return samples
    }
}
