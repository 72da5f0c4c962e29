import MPEGTransport
import Media

/// Transport streams and packed audio, demultiplexed in steps of different sizes.
enum DemultiplexingInput {
    static func read(_ input: [UInt8]) {
        let content = ByteSlice(copying: input)
        let whole = samples(content, step: 1 << 20)
        let stepped = samples(content, step: 188)
        require(whole.count == stepped.count, "the samples do not depend on the steps in which a file is read")
        readParts(content)
        let size = whole.reduce(0) { $0 + $1.bytes.count }
        // Length prefixes are longer than start codes, and LATM frames may be slightly longer than their element.
        require(size <= 4 * input.count, "samples have no more bytes than their file")
    }

    /// The input as two files, of which the second continues the first on another time base.
    private static func readParts(_ content: ByteSlice) {
        let half = content.count / 2
        var rest = [Demultiplexer.ContinuationFile(content.slice(half..<content.count), isDiscontinuous: true)]
        var demultiplexer = Demultiplexer(content.slice(0..<half)) { rest.popLast() }
        var (count, ends) = (0, [Int: Int64]())
        while let found = demultiplexer?.read(1 << 16), !found.isEmpty {
            for sample in found {
                if sample.format != nil { ends[sample.track] = nil }
                require(sample.decodeTicks >= ends[sample.track] ?? .min, "decode times rise from part to part")
                ends[sample.track] = sample.decodeTicks
                count += sample.bytes.count
            }
        }
        require(count <= 4 * content.count, "samples have no more bytes than their files")
    }

    private static func samples(_ content: ByteSlice, step: Int) -> [DemultiplexedSample] {
        guard var demultiplexer = Demultiplexer(content) else { return [] }
        var samples: [DemultiplexedSample] = []
        var ends: [Int: Int64] = [:]
        while true {
            let found = demultiplexer.read(step)
            if found.isEmpty { break }
            for sample in found {
                require(demultiplexer.tracks.indices.contains(sample.track), "a sample belongs to a track")
                require(sample.duration > 0, "a sample lasts")
                // Another audio sample rate changes the ticks.
                if sample.format != nil { ends[sample.track] = nil }
                require(sample.decodeTicks >= ends[sample.track] ?? .min, "decode times rise")
                ends[sample.track] = sample.decodeTicks
            }
            samples += found
        }
        _ = demultiplexer.report
        return samples
    }
}
