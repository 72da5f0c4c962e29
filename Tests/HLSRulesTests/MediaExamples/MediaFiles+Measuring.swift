import ContentProtection
import HLS
import ISOMedia
import Media
import HLSValidator
import HLSRules

extension MediaFiles {
    /// Measures all playlists and runs the media rules.
    func measure(
        _ profile: ValidationProfile
    ) -> (presentation: MeasuredPresentation, findings: [Finding]) {
        let main = CheckedPlaylist(name: main, bytes: Array((texts[main] ?? "").utf8))
        var presentation = CheckedPresentation(multivariant: main, renditions: [])
        for entry in PresentationDeclarations(main.text).entries {
            let playlist = CheckedPlaylist(name: entry.uri, bytes: Array((texts[entry.uri] ?? "").utf8))
            presentation.renditions.append(
                CheckedRendition(
                    role: entry.role, uri: entry.uri, playlist: playlist, declarations: entry.declarations,
                    attributes: entry.attributes))
        }
        var log = FindingLog()
        let isAlone = main.text.kind == .media
        let results = (isAlone ? [main] : presentation.renditions.map(\.playlist)).map { playlist in
            let (rendition, found) = measure(playlist, profile)
            log.merge(found)
            return rendition
        }
        let measured = MeasuredPresentation(presentation: presentation, renditions: isAlone ? [] : results)
        var checker = StateChecker(profile)
        checker.validate(measured)
        log.merge(checker.log)
        return (measured, log.findings)
    }

    private func measure(
        _ playlist: CheckedPlaylist, _ profile: ValidationProfile
    ) -> (MeasuredRendition, FindingLog) {
        var measurer = RenditionMeasurer(playlist, profile)
        var inspectors: [String: ProtectionInspector] = [:]
        for entry in playlist.text.segments {
            guard let whole = media[entry.uri] else {
                measurer.recordMissing(entry)
                continue
            }
            let map = entry.map.flatMap { playlist.text.lines[$0].attributes?.text("URI") }
            let initialization = map.flatMap { uri in
                media[uri].flatMap { try? measurer.measure(initialization: ByteSlice(copying: $0), file: uri) }
            }
            let range = entry.byteRange.map { $0.offset..<min($0.end, whole.count) } ?? 0..<whole.count
            let parts = entry.parts.compactMap { part -> PartFacts? in
                guard let range = part.byteRange, range.end <= whole.count else { return nil }
                let bytes = ByteSlice(copying: whole[range.offset..<range.end])
                let measured = SegmentMeasurement(
                    bytes, origin: range.offset, initialization: initialization?.measurement)
                return PartFacts(part: part, file: part.uri, offset: range.offset, media: measured)
            }
            let (bytes, encryption) = decrypt(ByteSlice(copying: whole[range]), entry, playlist)
            let samples = inspect(bytes, map ?? "", &inspectors)
            measurer.measure(
                entry, file: entry.uri, offset: range.lowerBound, bytes: samples?.clear ?? bytes,
                encryption: encryption,
                samples: samples.flatMap { samples in
                    inspectors[map ?? ""].map { SampleEncryptionFacts(samples, of: $0, resource: entry.uri) }
                },
                initialization: initialization, parts: parts)
        }
        return measurer.finish()
    }

    private func decrypt(
        _ bytes: ByteSlice, _ entry: ScannedSegment, _ playlist: CheckedPlaylist
    ) -> (ByteSlice, SegmentEncryption?) {
        guard entry.isFullyEncrypted(in: playlist.text), let key = media["key"] else { return (bytes, nil) }
        do {
            let cipher = try key.withUnsafeBytes { try AES128(key: $0) }
            let clear = try SegmentCipher(cipher)
                .decrypt(ByteRope(bytes), InitializationVector(high: 0, low: 0))
            return (clear, .decrypted(storedSize: bytes.count))
        } catch {
            return (bytes, .encrypted(fault: "\(error)"))
        }
    }

    /// Examines encrypted samples, and decrypts them with the key in the file `sample-key`.
    private func inspect(
        _ bytes: ByteSlice, _ map: String, _ inspectors: inout [String: ProtectionInspector]
    ) -> SegmentInspection? {
        if inspectors[map] == nil, let start = media[map] {
            let cipher = try? media["sample-key"]?.withUnsafeBytes { try AES128(key: $0) }
            let keys = cipher.map { [EncryptedModel.keyID: $0] } ?? [:]
            inspectors[map] = try? ProtectionInspector(ByteSlice(copying: start), keys: keys)
        }
        return inspectors[map]?.inspect(bytes)
    }
}
