import ISOMedia
package import Media

/// Decrypts the samples of a fragmented movie: the inverse of ``FragmentEncryptor``.
package struct FragmentDecryptor: Sendable {
    /// The initialization segment without protection.
    package let initialization: [UInt8]
    /// The protection of tracks that have one, by track_ID and index of the sample entry.
    private var tracks: [UInt32: [ProtectedSampleEntry.Description?]] = [:]
    private let keys: [KeyIdentifier: AES128]
    private let defaults: [UInt32: SampleDefaults]

    /// Reads an initialization segment. Throws for schemes other than `cenc` and `cbcs`.
    package init(_ initialization: ByteSlice, keys: [KeyIdentifier: AES128]) throws(ProtectionError) {
        self.keys = keys
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

    /// Returns a media segment, or a part of one, with clear samples and without the boxes of encryption.
    package func decrypt(_ segment: ByteRope) throws(ProtectionError) -> ByteRope {
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
            result.append(try decryptFragment(reader, box.range, end: end))
        }
        return result
    }

    private func decryptFragment(
        _ reader: RopeReader, _ box: Range<Int>, end: Int
    ) throws(ProtectionError) -> ByteRope {
        let header = reader.slice(box)
        let media = box.count..<(end - box.lowerBound)
        do {
            let layout = try FragmentLayout(header, available: end - box.lowerBound, defaults: defaults)
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(media.count, 1), alignment: 16)
            let storage = ByteStorage(owning: memory, count: media.count)
            reader.copy(box.lowerBound + media.lowerBound..<end, to: memory)
            for track in layout.tracks {
                let samples = try TrackFragmentDecryption(track, header, tracks[track.trackID] ?? []).samples()
                for (range, sample) in zip(track.samples, samples) {
                    guard let sample else { continue }
                    guard let key = keys[sample.keyID] else {
                        throw ProtectionError.missingKey(sample.keyID.hexadecimal)
                    }
                    let place = range.lowerBound - media.lowerBound..<range.upperBound - media.lowerBound
                    SampleCipher(sample.scheme, key, sample.pattern)
                        .decrypt(UnsafeMutableRawBufferPointer(rebasing: memory[place]), sample.entry)
                }
            }
            let writer = ProtectedFragmentWriter(header: header.bytes, layout: layout)
            var result = ByteRope(try writer.bytes { TrackFragmentDecryption.isProtection($0, in: header) })
            result.append(ByteSlice(storage))
            return result
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw .box(.moof, reason: "\(error)")
        }
    }
}
