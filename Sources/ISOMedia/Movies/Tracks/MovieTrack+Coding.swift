import Media

extension MovieTrack {
    /// The name of the coding and the media type, such as `MPEG-4 Visual video`; the quoted code for unknown codings.
    package var codingName: String {
        let kind = Self.kinds[handler] ?? "data"
        if let facts = CodecFacts(sampleEntryCode, objectType: objectTypeIndication) { return "\(facts.name) \(kind)" }
        if let name = Self.dataNames[handler] { return "\(name) ('\(sampleEntryCode)')" }
        return "\(kind) coded as '\(sampleEntryCode)'"
    }

    /// Whether each sample is a still image; several of them form a video.
    package var isImage: Bool {
        guard handler == "vide" else { return false }
        return ["jpeg", "png ", "tiff", "gif ", "WRLE"].contains(sampleEntryCode)
            || sampleEntryCode == "mp4v" && [0x6c, 0x6d].contains(objectTypeIndication)
    }

    private static let kinds: [FourCC: String] = [
        "vide": "video", "soun": "audio", "text": "text", "sbtl": "text", "subt": "text", "clcp": "captions",
        "subp": "subtitles",
    ]
    private static let dataNames: [FourCC: String] = [
        "tmcd": "timecode", "meta": "timed metadata", "hint": "packet hints", "sdsm": "scene description",
        "odsm": "object descriptors",
    ]
}

extension MovieFile {
    /// Returns the number of samples of a track, which may be an unsupported one.
    package func sampleCount(of track: MovieTrack) -> Int {
        guard isFragmented else { return track.declaredSampleCount }
        var cursor = SampleCursor(file: file, tables: SampleTables(file), trackID: track.id, fragments: fragments)
        var count = track.declaredSampleCount
        while cursor.next() != nil { count += 1 }
        return count
    }

    /// Returns whether reading all tracks takes more than `limit` samples. Uncompressed audio is read in groups, at least
    /// one for each chunk.
    ///
    /// Iterates over the samples of movie fragments, up to the limit.
    package func hasMoreSamples(than limit: Int) -> Bool {
        var left = limit
        for track in tracks {
            left -= track.groupSize == 0 ? track.tables.sampleCount : track.tables.chunkCount
            var cursor = FragmentCursor(file: file, trackID: track.id, index: fragments)
            while left >= 0, cursor.next() != nil { left -= 1 }
            guard left >= 0 else { return true }
        }
        return false
    }
}
