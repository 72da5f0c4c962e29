package import Media

extension MovieFile {
    /// The truncation of a file at its end.
    package struct Truncation: Sendable, Hashable, CustomStringConvertible {
        /// The minimum size of the complete file according to its tables; fragmented files may lack more.
        package let describedBytes: Int
        package let fileBytes: Int
        /// The end of the complete media in truncated tracks, from the start of the presentation.
        package let completeUntil: MediaTime

        package var description: String {
            "the file is truncated: its tables describe \(describedBytes) bytes and it has \(fileBytes); "
                + "media are complete until \(completeUntil.decimal(places: 3)) s"
        }
    }

    /// The truncation of the file; nil if it is complete.
    ///
    /// Reads the chunk tables. Iterates over samples only if the file is truncated.
    package var truncation: Truncation? {
        let size = sampleSpace
        let described = tracks.map { $0.tables.mediaEnd }.max() ?? 0
        var end = max(described, fragments.cutOffEnd ?? 0)
        guard end > size || !fragments.offsets.isEmpty && lastFragmentEnd > size else { return nil }
        end = max(end, fragments.offsets.isEmpty ? 0 : lastFragmentEnd)
        let ends = tracks.filter { $0.format != nil }.map(end(of:))
        // A complete track that is shorter than a truncated one does not indicate where the file was cut.
        let cut = ends.filter(\.isCutOff)
        let completeUntil = (cut.isEmpty ? ends : cut).map(\.time).min() ?? .zero
        return Truncation(describedBytes: end, fileBytes: size, completeUntil: completeUntil)
    }

    /// The end of the media of the last fragment.
    private var lastFragmentEnd: Int {
        guard !fragments.offsets.isEmpty else { return 0 }
        var end = 0
        for track in tracks {
            guard var reader = fragments.reader(of: fragments.offsets.count - 1, in: file) else { continue }
            for run in (try? reader.runs(ofTrack: track.id)) ?? [] { end = max(end, run.end) }
        }
        return end
    }

    /// Returns the decode time of the first missing sample, or the end of the last sample if none is missing.
    private func end(of track: MovieTrack) -> (time: MediaTime, isCutOff: Bool) {
        var cursor = cursor(for: track)
        var ticks: Int64 = 0
        while let sample = cursor.next() { ticks = sample.decodeTicks &+ sample.duration }
        if let missing = cursor.missing { ticks = missing.decodeTicks }
        let time = MediaTime(value: max(0, ticks &- track.edits.mediaStart), timescale: track.timescale)
        return (time, cursor.missing != nil)
    }

    /// Returns the maximum distance between sync samples of a track, including the distance to its end; nil without
    /// sync samples.
    ///
    /// Iterates over the track's tables, which takes some nanoseconds per sample. `isSync` decides about samples that
    /// the tables mark as sync samples.
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
    /// The end of the last chunk in the file; 0 without chunks.
    var mediaEnd: Int {
        guard sampleCount > 0 else { return 0 }
        var (last, lastOffset) = (0, -1)
        for chunk in 0..<chunkCount {
            let offset = chunkOffset(at: chunk)
            if offset > lastOffset { (last, lastOffset) = (chunk, offset) }
        }
        let samples = samples(inChunk: last)
        // Uncompressed audio has billions of samples.
        if constantSize > 0 { return lastOffset &+ samples.count &* constantSize }
        return samples.reduce(lastOffset) { $0 &+ size(at: $1) }
    }

    /// Returns the indices of the samples in a chunk.
    private func samples(inChunk chunk: Int) -> Range<Int> {
        var first = 0
        for run in 0..<chunkRuns.count where first < sampleCount {
            let entry = chunkRuns[run]
            let start = max(0, Int(entry.firstChunk) - 1)
            let next = run + 1 < chunkRuns.count ? Int(chunkRuns[run + 1].firstChunk) - 1 : Int.max
            let perChunk = min(Int(entry.samplesPerChunk), sampleCount)
            if chunk < next, chunk >= start {
                first += clampedCount(chunk - start, perChunk)
                let lower = min(first, sampleCount)
                return lower..<min(lower + perChunk, sampleCount)
            }
            first += clampedCount(max(0, next - start), perChunk)
        }
        return 0..<0
    }

    /// The number of samples in chunks, at most the number in the track.
    private func clampedCount(_ chunks: Int, _ perChunk: Int) -> Int {
        let (count, overflows) = chunks.multipliedReportingOverflow(by: perChunk)
        return overflows ? sampleCount : min(count, sampleCount)
    }
}
