import Matroska
import Media

/// Matroska and WebM files, demultiplexed in steps of different sizes, with and without decompression.
enum MatroskaInput {
    static func read(_ input: [UInt8]) {
        let content = ByteSlice(copying: input)
        readStructure(content)
        let whole = samples(content, step: 1 << 20, inflate: nil)
        let stepped = samples(content, step: 64, inflate: nil)
        require(whole.count == stepped.count, "the samples are independent of the read size")
        let size = whole.reduce(0) { $0 + $1.bytes.count }
        // Stripped headers, cues and headers of ProRes are added to each frame.
        require(size <= input.count + whole.count * (1 << 16), "samples are not larger than their file")
        let inflated = samples(content, step: 1 << 20) { compressed, limit in
            compressed.count % 7 == 0 ? nil : Array(repeating: 0x21, count: min(limit, compressed.count * 9))
        }
        require(inflated.allSatisfy { $0.bytes.count <= 4 << 20 + 64 }, "decompressed frames are limited")
    }

    private static func readStructure(_ content: ByteSlice) {
        guard let file = try? MatroskaFile(reading: content) else { return }
        require(file.chapters?.list.count ?? 0 <= ChapterList.limit, "the number of chapters is limited")
        require(file.cues.count <= content.count, "each cue point has bytes")
        var blocks = file.blocks
        var (count, end) = (0, 0)
        while let block = blocks.next() {
            require(block.offset >= end, "blocks are in the order of the file")
            end = block.offset
            count += block.frames.reduce(0) { $0 + $1.count }
            require(block.frames.count <= 256, "a block has at most 256 frames")
        }
        require(count <= content.count, "frames are not larger than their file")
        for attached in file.attachments?.files ?? [] { _ = (attached.name, attached.content?.count) }
    }

    private static func samples(_ content: ByteSlice, step: Int, inflate: Inflater?) -> [Sample] {
        guard var demultiplexer = try? MatroskaDemultiplexer(content, inflate: inflate) else { return [] }
        for track in demultiplexer.tracks {
            _ = (track.codecName, track.obstacle, track.language, track.contradiction)
            _ = track.entry.video?.uncarried
            if let format = track.track?.format { FormatUse.use(format, content.slice(0..<min(64, content.count))) }
        }
        let known = Dictionary(
            demultiplexer.tracks.compactMap { $0.track.map { ($0.id, $0) } }, uniquingKeysWith: { first, _ in first })
        var (samples, ends) = ([Sample](), [Track.ID: Int64]())
        while let found = demultiplexer.read(step) {
            for sample in found {
                let track = known[sample.track]
                require(track != nil && track?.timescale == sample.timescale, "the track of a sample exists")
                require(sample.duration > 0, "a sample has a duration")
                if track?.mediaType == .video {
                    require(sample.decodeTicks >= ends[sample.track] ?? .min, "decode times of video increase")
                    require(sample.presentationOffset >= 0, "a picture is not presented before it is decoded")
                }
                ends[sample.track] = sample.decodeTicks
            }
            samples += found
        }
        for (id, _) in known { _ = demultiplexer.counts(of: id) }
        _ = (demultiplexer.damage, demultiplexer.isCutOff)
        return samples
    }
}
