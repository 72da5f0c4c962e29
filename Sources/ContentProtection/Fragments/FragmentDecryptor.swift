import ISOMedia
package import Media

/// Decrypts the samples of a fragmented movie: the inverse of ``FragmentEncryptor``.
package struct FragmentDecryptor: Sendable {
    /// The initialization segment without protection.
    package let initialization: [UInt8]
    /// The protection of tracks that have one, by track_ID and index of the sample entry.
    let tracks: [UInt32: [ProtectedSampleEntry.Description?]]
    let keys: [KeyIdentifier: AES128]
    private let fallback: AES128?
    let defaults: [UInt32: SampleDefaults]

    /// Reads an initialization segment. `fallback` is the key of all other identifiers.
    ///
    /// Throws for schemes other than `cenc` and `cbcs`.
    package init(
        _ initialization: ByteSlice, keys: [KeyIdentifier: AES128], fallback: AES128? = nil
    ) throws(ProtectionError) {
        (self.keys, self.fallback) = (keys, fallback)
        let movie: MovieFile
        do { movie = try MovieFile(reading: initialization) } catch { throw .box(.moov, reason: "\(error)") }
        defaults = movie.fragmentDefaults
        var tracks: [UInt32: [ProtectedSampleEntry.Description?]] = [:]
        self.initialization = try InitializationEditing.replacingEntries(of: initialization, systems: []) {
            index, entry throws(ProtectionError) in
            let description = try ProtectedSampleEntry.description(of: entry)
            if index < movie.tracks.count { tracks[movie.tracks[index].id, default: []].append(description) }
            return description?.clearEntry ?? entry
        }
        self.tracks = tracks.filter { $0.value.contains { $0 != nil } }
    }

    /// The key identifiers of the tracks.
    package var keyIDs: Set<KeyIdentifier> {
        Set(tracks.values.joined().compactMap { $0 }.compactMap { KeyIdentifier($0.encryption.keyID) })
    }

    /// Whether a track is encrypted.
    package var isProtected: Bool { !tracks.isEmpty }

    /// Returns a media segment, or a part of one, with clear samples and without the boxes of encryption.
    ///
    /// With `keepsBoxes`, only samples change: all offsets remain the same as in the encrypted segment.
    package func decrypt(_ segment: ByteRope, keepsBoxes: Bool = false) throws(ProtectionError) -> ByteRope {
        let reader = RopeReader(segment)
        let boxes = try reader.boxes()
        var (result, index) = (ByteRope(), 0)
        while index < boxes.count {
            let box = boxes[index]
            index += 1
            guard box.type == .moof else {
                result.append(reader.slice(box.range))
                continue
            }
            let start = index
            while index < boxes.count, boxes[index].type != .moof { index += 1 }
            let end = index > start ? boxes[index - 1].range.upperBound : box.range.upperBound
            let header = reader.slice(box.range)
            let fragment = try fragment(header, available: end - box.range.lowerBound)
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(end - box.range.upperBound, 1), alignment: 16)
            let storage = ByteStorage(owning: memory, count: end - box.range.upperBound)
            reader.copy(box.range.upperBound..<end, to: memory)
            for sample in fragment.samples { sample.decrypt(in: memory, at: box.range.count) }
            result.append(keepsBoxes ? header : ByteSlice(copying: fragment.header))
            result.append(ByteSlice(storage))
        }
        return result
    }

    /// Reads a `moof` box. `available` bytes of the box and its media exist.
    func fragment(_ header: ByteSlice, available: Int) throws(ProtectionError) -> ClearFragment {
        try ClearFragment(header, available: available, defaults: defaults, tracks: tracks) { keys[$0] ?? fallback }
    }

    /// Returns the size of a `moof` box without encryption.
    func clearSize(_ header: ByteSlice, available: Int) throws(ProtectionError) -> Int {
        try ClearFragment.clearSize(header, available: available, defaults: defaults)
    }
}
