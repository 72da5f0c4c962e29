package import Media

extension MovieFile {
    /// What is missing at the end of a file.
    package struct Truncation: Sendable, Hashable, CustomStringConvertible {
        /// How long the file would be, as far as its tables say; more may be missing in fragmented files.
        package let describedBytes: Int
        package let fileBytes: Int
        /// Up to here the tracks that are cut off have their media, counted from the beginning of the presentation.
        package let completeUntil: MediaTime

        package var description: String {
            "the file is cut off: its tables describe \(describedBytes) bytes and it has \(fileBytes), "
                + "media are complete up to \(completeUntil.decimal(places: 3)) s"
        }
    }

    /// What is missing at the end of the file; nil when nothing is.
    ///
    /// Costs a look at the chunk tables; only a file that is cut off costs a walk over its samples.
    package var truncation: Truncation? {
        let size = file.count
        let described = tracks.map { $0.tables.mediaEnd }.max() ?? 0
        var end = max(described, fragments.cutOffEnd ?? 0)
        guard end > size || !fragments.offsets.isEmpty && lastFragmentEnd > size else { return nil }
        end = max(end, fragments.offsets.isEmpty ? 0 : lastFragmentEnd)
        let ends = tracks.filter { $0.format != nil }.map(end(of:))
        // A whole track that is shorter than one that is cut off says nothing about the cut.
        let cut = ends.filter(\.isCutOff)
        let completeUntil = (cut.isEmpty ? ends : cut).map(\.time).min() ?? .zero
        return Truncation(describedBytes: end, fileBytes: size, completeUntil: completeUntil)
    }

    /// Where the media of the last fragment end.
    private var lastFragmentEnd: Int {
        guard let offset = fragments.offsets.last else { return 0 }
        var end = 0
        for track in tracks {
            guard var reader = FragmentReader(file, at: offset, defaults: fragments.defaults) else { continue }
            for run in (try? reader.runs(ofTrack: track.id)) ?? [] { end = max(end, run.end) }
        }
        return end
    }

    /// When the first missing sample is decoded, or the last one ends where none is missing.
    private func end(of track: MovieTrack) -> (time: MediaTime, isCutOff: Bool) {
        var cursor = cursor(for: track)
        var ticks: Int64 = 0
        while let sample = cursor.next() { ticks = sample.decodeTicks &+ sample.duration }
        if let missing = cursor.missing { ticks = missing.decodeTicks }
        let time = MediaTime(value: max(0, ticks &- track.edits.mediaStart), timescale: track.timescale)
        return (time, cursor.missing != nil)
    }

    /// The longest distance between sync samples of a track, its end among them; nil when it has fewer than one.
    ///
    /// Costs a walk over the track's tables, some nanoseconds a sample. `isSync` has the last word on samples that the
    /// tables call sync samples.
    package func maximumSyncInterval(
        of track: MovieTrack, where isSync: (MovieSample) -> Bool = { _ in true }
    ) -> MediaTime? {
        var cursor = cursor(for: track)
        var (last, longest, end): (Int64?, Int64, Int64) = (nil, 0, 0)
        while let sample = cursor.next() {
            if sample.flags.isSync, isSync(sample) {
                if let last { longest = max(longest, sample.decodeTicks &- last) }
                last = sample.decodeTicks
            }
            end = sample.decodeTicks &+ sample.duration
        }
        guard let last else { return nil }
        return MediaTime(value: max(longest, end &- last), timescale: track.timescale)
    }
}

extension SampleTables {
    /// Where the chunk that lies last in the file ends; 0 without chunks.
    var mediaEnd: Int {
        guard sampleCount > 0 else { return 0 }
        var (last, lastOffset) = (0, -1)
        for chunk in 0..<chunkOffsets.count {
            let offset = chunkOffset(at: chunk)
            if offset > lastOffset { (last, lastOffset) = (chunk, offset) }
        }
        let samples = samples(inChunk: last)
        return samples.reduce(lastOffset) { $0 &+ size(at: $1) }
    }

    /// The numbers of the samples in a chunk.
    private func samples(inChunk chunk: Int) -> Range<Int> {
        var first = 0
        for run in 0..<chunkRuns.count where first < sampleCount {
            let entry = chunkRuns.offset + run * 12
            let start = max(0, Int(file.u32(entry)) - 1)
            let next = run + 1 < chunkRuns.count ? Int(file.u32(entry + 12)) - 1 : Int.max
            // More than all samples is as good as all, and keeps the products small.
            let perChunk = min(Int(file.u32(entry + 4)), sampleCount)
            if chunk < next, chunk >= start {
                first += min(chunk - start, sampleCount) * perChunk
                let lower = min(first, sampleCount)
                return lower..<min(lower + perChunk, sampleCount)
            }
            first += min(max(0, next - start), sampleCount) * perChunk
        }
        return 0..<0
    }
}
