package import Media

/// Reads the samples of a Matroska or WebM file, in the order of the file.
package struct MatroskaDemultiplexer: Sendable {
    package let file: MatroskaFile
    /// All tracks, in the order of the file.
    package private(set) var tracks: [MatroskaTrack]
    private var blocks: BlockReader
    private var makers: [any SampleMaker] = []
    /// The indices of tracks and makers by track number.
    private var indices: [UInt64: (track: Int, maker: Int)] = [:]
    private var isFinished = false
    /// The number of blocks of tracks that are not carried, by track number.
    package private(set) var uncarriedCounts: [UInt64: Int] = [:]

    /// Reads the structure of a file and the first frame of each track. Tracks that are compressed with zlib require
    /// `inflate`.
    package init(_ content: ByteSlice, inflate: Inflater? = nil) throws(MatroskaError) {
        file = try MatroskaFile(reading: content)
        blocks = file.blocks
        var tracks: [MatroskaTrack] = []
        for entry in file.entries where !tracks.contains(where: { $0.entry.number == entry.number }) {
            tracks.append(MatroskaTrack(entry, inflate: inflate))
        }
        let first = Self.firstFrames(file.blocks, tracks)
        for index in tracks.indices {
            tracks[index].complete(first[tracks[index].entry.number], duration: Self.duration(file.info))
        }
        self.tracks = tracks
        addMakers()
    }

    /// The offset of the next element in the file.
    package var position: Int { blocks.offset }
    package var damage: MatroskaDamage { blocks.damage }
    /// Whether the file lacks bytes that its sizes declare, as far as it has been read.
    package var isCutOff: Bool { file.isTruncated || file.hasUnknownSize && blocks.damage.isTruncated }

    /// The counts of a track; nil if it is not carried.
    package func counts(of track: Track.ID) -> TrackCounts? {
        indices[UInt64(track.rawValue)].map { makers[$0.maker].counts }
    }

    /// Reads about `count` bytes, or blocks with as many decompressed ones. Returns the samples that are complete; nil at
    /// the end.
    package mutating func read(_ count: Int) -> [Sample]? {
        guard !isFinished else { return nil }
        var samples: [Sample] = []
        let end = blocks.offset + count
        var left = count
        while blocks.offset < end, left > 0 {
            guard let block = blocks.next() else {
                isFinished = true
                for index in makers.indices { makers[index].finish { samples.append($0) } }
                break
            }
            let known = samples.count
            append(block, to: &samples)
            for sample in samples[known...] { left -= sample.bytes.count }
        }
        return samples
    }

    private mutating func append(_ block: MatroskaBlock, to samples: inout [Sample]) {
        guard let index = indices[block.track], let decoding = tracks[index.track].decoding else {
            // Damaged blocks name any number of tracks.
            if uncarriedCounts[block.track] != nil || uncarriedCounts.count < MatroskaLimits.children {
                uncarriedCounts[block.track, default: 0] += block.frames.count
            }
            return
        }
        for frame in BlockFrame.frames(of: block, decoding) {
            makers[index.maker].append(frame) { samples.append($0) }
        }
    }

    private static func duration(_ info: SegmentInfo) -> MediaTime? {
        guard let duration = info.duration, duration > 0 else { return nil }
        let seconds = duration * Double(info.timestampScale) / 1e9
        return seconds < 1e9 ? MediaTime(seconds: seconds, preferredTimescale: 1_000_000) : nil
    }

    /// Returns the first keyframe of each track, or its first frame if the start of the file has no keyframe.
    private static func firstFrames(_ blocks: BlockReader, _ tracks: [MatroskaTrack]) -> [UInt64: ByteSlice] {
        var (blocks, found): (BlockReader, [UInt64: ByteSlice]) = (blocks, [:])
        var needed = Set(tracks.filter { $0.obstacle == nil && $0.coding?.mediaType != .text }.map(\.entry.number))
        let decodings = tracks.reduce(into: [:]) { $0[$1.entry.number] = $1.decoding }
        let end = blocks.offset + MatroskaLimits.probedBytes
        for _ in 0..<MatroskaLimits.probedBlocks {
            guard !needed.isEmpty, blocks.offset < end, let block = blocks.next() else { break }
            guard needed.contains(block.track), let decoding = decodings[block.track],
                let frame = block.frames.first, frame.count > 0
            else { continue }
            if block.isKeyframe || found[block.track] == nil { found[block.track] = decoding.frame(frame) }
            if block.isKeyframe { needed.remove(block.track) }
        }
        return found
    }

    private mutating func addMakers() {
        let clock = SegmentClock(scale: file.info.timestampScale)
        for index in tracks.indices {
            guard var track = tracks[index].track, let coding = tracks[index].coding else { continue }
            let entry = tracks[index].entry
            switch track.format {
            case .codedVideo(let format): makers.append(TrackVideo(track, coding, format, clock))
            case .codedAudio(let format):
                let delay = CodecDelay(entry, format, coding)
                track.priming = delay.priming
                makers.append(TrackAudio(track, coding, format, delay: delay.nanoseconds, clock))
            default: makers.append(TrackText(track, coding, clock))
            }
            tracks[index].announce(track)
            indices[entry.number] = (index, makers.count - 1)
        }
    }
}
