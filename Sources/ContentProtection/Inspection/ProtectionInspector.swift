package import ISOMedia
package import Media

/// Examines the encryption of the segments of an initialization segment, in decode order, and decrypts their samples in
/// place.
package struct ProtectionInspector: Sendable {
    package let decryptor: FragmentDecryptor
    /// The contradictions in the initialization segment.
    package private(set) var faults: [EncryptionFault] = []
    /// The system identifiers of the `pssh` boxes.
    package private(set) var systems: Set<[UInt8]> = []
    private var formats: [UInt32: MediaFormat] = [:]
    /// The rules of protected bytes by track_ID, until a sample cannot be parsed.
    private var mappers: [UInt32: SampleMapper] = [:]
    private var counters = CounterRanges()

    /// Reads an initialization segment. Throws for damaged boxes, and for schemes other than `cenc` and `cbcs`.
    package init(_ initialization: ByteSlice, keys: [KeyIdentifier: AES128]) throws(ProtectionError) {
        decryptor = try FragmentDecryptor(initialization, keys: keys)
        let clear: InitializationMeasurement
        do { clear = try InitializationMeasurement(reading: ByteSlice(copying: decryptor.initialization)) } catch {
            throw .box(.moov, reason: "\(error)")
        }
        for track in clear.tracks where decryptor.tracks[track.id] != nil {
            guard let format = track.track.format else { continue }
            formats[track.id] = format
            guard track.track.mediaType == .video else { continue }
            mappers[track.id] = try? SampleMapper(format, .cbcs, vectorSize: 0)
        }
        for (_, descriptions) in decryptor.tracks.sorted(by: { $0.key < $1.key }) {
            for description in descriptions.compactMap(\.self) { inspect(description) }
        }
        try inspectSystems(initialization)
    }

    /// The encrypted tracks exist.
    package var isProtected: Bool { decryptor.isProtected }

    private mutating func inspect(_ description: ProtectedSampleEntry.Description) {
        let encryption = description.encryption
        guard encryption.isProtected != 0 else { return }
        func fault(_ expected: String, _ found: String) {
            faults.append(EncryptionFault(.properties, at: nil, expected: expected, found: found))
        }
        switch description.scheme {
        case .cbcs:
            if encryption.vectorSize != 0 {
                fault("a constant vector in tenc with the scheme cbcs", "vectors of \(encryption.vectorSize) bytes")
            } else if ![8, 16].contains(encryption.constantVector.count) {
                fault("a constant vector of 16 bytes in tenc", "\(encryption.constantVector.count) bytes")
            }
        case .cenc:
            if ![8, 16].contains(encryption.vectorSize) {
                fault("vectors of 8 or 16 bytes in tenc with the scheme cenc", "\(encryption.vectorSize) bytes")
            }
            if encryption.pattern != 0 {
                let pattern = "\(encryption.pattern >> 4):\(encryption.pattern & 15)"
                fault("no pattern in tenc with the scheme cenc", "the pattern \(pattern)")
            }
        }
        if encryption.keyID.allSatisfy({ $0 == 0 }) { fault("a KID in tenc", "zeros") }
    }

    /// Compares the `pssh` boxes with the keys of the tracks.
    private mutating func inspectSystems(_ initialization: ByteSlice) throws(ProtectionError) {
        let file = FileBytes(initialization)
        var (walk, listed) = (BoxWalk(file, 0..<file.count), [[UInt8]: Set<KeyIdentifier>]())
        while let box = walk.next() {
            guard box.type == .moov else { continue }
            let children: [BoxView]
            do { children = try box.children() } catch { throw .box(.moov, reason: "\(error)") }
            for child in children where child.type == ProtectionSystemBox.type {
                guard let system = try? ProtectionSystemBox(reading: child), systems.count < 64 else { continue }
                systems.insert(system.systemID)
                let content = SystemBoxContent(system)
                if let fault = content.fault {
                    faults.append(
                        EncryptionFault(.systemKeys, at: nil, expected: "readable data of pssh", found: fault))
                }
                // Each track may have its own box of the same system.
                listed[system.systemID, default: []].formUnion(content.keyIDs.compactMap { KeyIdentifier($0) })
            }
        }
        for (_, ids) in listed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where !ids.isEmpty {
            guard let other = decryptor.keyIDs.subtracting(ids).min(by: { "\($0)" < "\($1)" }) else { continue }
            faults.append(
                EncryptionFault(
                    .systemKeys, at: nil, expected: "the KID \(other) of tenc in pssh",
                    found: ids.map { "\($0)" }.sorted().prefix(3).joined(separator: ", ")))
        }
    }

    /// Examines a segment, which starts at `origin` of its resource.
    package mutating func inspect(_ segment: ByteSlice, origin: Int = 0) -> SegmentInspection {
        var result = SegmentInspection()
        do throws(ProtectionError) {
            let reader = RopeReader(ByteRope(segment))
            let boxes = try reader.boxes()
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(segment.count, 1), alignment: 16)
            let storage = ByteStorage(owning: memory, count: segment.count)
            segment.withUnsafeBytes { memory.copyMemory(from: $0) }
            for (index, box) in boxes.enumerated() where box.type == .moof {
                let next = boxes[(index + 1)...].first { $0.type == .moof }?.range.lowerBound ?? segment.count
                let header = segment.slice(box.range)
                let layout: FragmentLayout
                do {
                    layout = try FragmentLayout(
                        header, available: next - box.range.lowerBound, defaults: decryptor.defaults)
                } catch { throw .box(.moof, reason: "\(error)") }
                let fragment = UnsafeMutableRawBufferPointer(rebasing: memory[box.range.lowerBound..<next])
                for track in layout.tracks {
                    try inspect(track, header, fragment, origin: origin + box.range.lowerBound, &result)
                }
            }
            if result.missingKeys.isEmpty, !result.keyIDs.isEmpty { result.clear = ByteSlice(storage) }
        } catch {
            result.failure = "\(error)"
        }
        return result
    }

    /// Examines the samples of a track, and decrypts those whose key is known. `fragment` starts with `moof`.
    private mutating func inspect(
        _ track: FragmentLayout.Track, _ header: ByteSlice, _ fragment: UnsafeMutableRawBufferPointer, origin: Int,
        _ result: inout SegmentInspection
    ) throws(ProtectionError) {
        guard let descriptions = decryptor.tracks[track.trackID], !track.samples.isEmpty,
            let information = try TrackEncryptionInformation(track, header, descriptions, origin: origin, &result)
        else { return }
        var (check, clearCount) = (DecryptedSampleCheck(formats[track.trackID]), 0)
        for (index, range) in track.samples.enumerated() {
            let (properties, offset) = (information.properties[index], origin + range.lowerBound)
            guard properties.isProtected, let key = KeyIdentifier(properties.keyID) else {
                clearCount += 1
                continue
            }
            let entry = information.entries[index]
            result.keyIDs.insert(key)
            let sample = UnsafeMutableRawBufferPointer(rebasing: fragment[range])
            if information.scheme == .cenc { inspectCounter(key, entry, range.count, offset, &result) }
            if let cipher = decryptor.keys[key] {
                SampleCipher(information.scheme, cipher, properties.pattern).decrypt(sample, entry)
                check?.process(UnsafeRawBufferPointer(sample), entry)
            } else {
                result.missingKeys.insert(key)
            }
            if !inspectRanges(track.trackID, UnsafeRawBufferPointer(sample), entry, offset, &result) { clearCount += 1 }
        }
        let start = origin + track.range.lowerBound
        if clearCount > 0 {
            result.add(
                EncryptionFault(
                    .clearSamples, at: start, expected: "encrypted samples in an encrypted track",
                    found: "\(clearCount) of \(track.samples.count) samples are clear"))
        }
        if let check, check.isWrong {
            result.add(
                EncryptionFault(
                    .wrongKey, at: start, expected: "samples of the codec after decryption",
                    found:
                        "\(check.faultCount) of \(check.sampleCount) samples have other bytes; the key is probably wrong"
                ))
        }
    }

    private mutating func inspectCounter(
        _ key: KeyIdentifier, _ entry: SampleProtection, _ size: Int, _ offset: Int, _ result: inout SegmentInspection
    ) {
        let protected = entry.subsamples.isEmpty ? size : entry.subsamples.reduce(0) { $0 + $1.protected }
        if result.firstCounters[key] == nil { result.firstCounters[key] = entry.vector }
        guard !counters.insert(key, entry.vector, blocks: (protected + 15) / 16) else { return }
        result.add(
            EncryptionFault(
                .repeatedCounter, at: offset, expected: "counters that the key \(key) was not used with",
                found: "the vector \(entry.vector) again"))
    }

    /// Compares the protected ranges of a sample with the ranges that its codec allows. Returns whether the sample is
    /// protected.
    private mutating func inspectRanges(
        _ track: UInt32, _ sample: UnsafeRawBufferPointer, _ entry: SampleProtection, _ offset: Int,
        _ result: inout SegmentInspection
    ) -> Bool {
        guard !entry.subsamples.isEmpty, var mapper = mappers[track] else { return true }
        do throws(BitstreamError) {
            let map = try mapper.map(sample)
            mappers[track] = mapper
            guard map.omittedCount == 0 else { return true }
            let allowed = Self.ranges(map.entries)
            let protected = Self.ranges(entry.subsamples)
            // Surplus bytes of VP9 may be at either end of a range.
            func isInside(_ range: Range<Int>) -> Bool {
                allowed.contains {
                    $0.lowerBound - (mapper.isAligned ? 15 : 0) <= range.lowerBound && range.upperBound <= $0.upperBound
                }
            }
            if let wrong = protected.first(where: { !isInside($0) }) {
                let near = allowed.first { $0.upperBound > wrong.lowerBound }
                result.add(
                    EncryptionFault(
                        .protectedHeader, at: offset + wrong.lowerBound,
                        expected: "clear headers up to byte \(near?.lowerBound ?? sample.count) of the sample",
                        found: "protected bytes \(wrong.lowerBound) to \(wrong.upperBound)"))
            }
            // Some packagers leave small slices clear instead of parsing their headers.
            return !protected.isEmpty || allowed.reduce(0) { $0 + $1.count } < 256
        } catch {
            mappers[track] = nil
            return true
        }
    }

    private static func ranges(_ subsamples: [Subsample]) -> [Range<Int>] {
        var (ranges, offset) = ([Range<Int>](), 0)
        for subsample in subsamples {
            offset += subsample.clear
            if subsample.protected > 0 { ranges.append(offset..<offset + subsample.protected) }
            offset += subsample.protected
        }
        return ranges
    }
}
