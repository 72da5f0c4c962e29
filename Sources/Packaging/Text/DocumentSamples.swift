import Media

/// Converts TTML to contiguous samples (ISO/IEC 14496-30 6): a document with the cues of each segment, or the input's
/// documents unchanged except for their times.
struct DocumentSamples: Sendable {
    private let track: Track
    /// The offset added to document times, which start at the beginning of the written track.
    private let shift: MediaTime

    /// A converter for a track whose times are written later by `shift`.
    init(_ track: Track, shift: MediaTime) {
        self.track = track
        self.shift = shift
    }

    /// Returns one document for the segment from `start` to `end`.
    func samples(of cues: [Sample], from start: MediaTime, to end: MediaTime) -> [Sample] {
        let read = cues.compactMap { sample in
            WebVTTCue(
                box: sample.bytes, start: sample.presentationTime.ticks(at: 1000),
                end: (sample.presentationTime + sample.length).ticks(at: 1000))
        }
        let document = IMSCWriter.document(
            read, shiftedBy: shift.ticks(at: 1000), language: track.language)
        return [sample(ByteSlice(copying: document), from: start, to: end)]
    }

    /// Returns the documents active between `start` and `end`, each until the next one, with empty documents in
    /// between.
    func samples(
        ofDocuments documents: [Sample], from start: MediaTime, to end: MediaTime
    ) throws(PackagingError) -> [Sample] {
        var samples: [Sample] = []
        var time = start
        for (index, document) in documents.enumerated() {
            let next = index + 1 < documents.count ? documents[index + 1].presentationTime : end
            let begin = max(time, document.presentationTime)
            let stop = min(end, next, document.presentationTime + document.length)
            guard stop > begin else { continue }
            if begin > time { samples.append(empty(from: time, to: begin)) }
            samples.append(sample(try shifted(document), from: begin, to: stop))
            time = stop
        }
        if time < end { samples.append(empty(from: time, to: end)) }
        return samples
    }

    /// Returns a complete document without text: GStreamer 1.22 crashes on a document with only a root element.
    private func empty(from start: MediaTime, to end: MediaTime) -> Sample {
        let document = IMSCWriter.document([], shiftedBy: 0, language: track.language)
        return sample(ByteSlice(copying: document), from: start, to: end)
    }

    private func sample(_ bytes: ByteSlice, from start: MediaTime, to end: MediaTime) -> Sample {
        let begin = start.ticks(at: CueSamples.timescale)
        return Sample(
            track: track.id, timescale: CueSamples.timescale, decodeTicks: begin,
            duration: max(1, end.ticks(at: CueSamples.timescale) - begin), flags: .sync, bytes: bytes)
    }

    private func shifted(_ document: Sample) throws(PackagingError) -> ByteSlice {
        guard shift != .zero else { return document.bytes }
        let text = String(decoding: document.bytes.bytes, as: UTF8.self)
        guard let shifted = TTMLTimeShift.shifted(text, by: shift.ticks(at: 1000)) else {
            throw PackagingError(
                .unsupportedFormat,
                "the times of a TTML document at \(document.presentationTime) cannot be moved by \(shift); "
                    + "use a time offset of 0s")
        }
        return ByteSlice(copying: Array(shifted.utf8))
    }
}
