import ISOMedia
import Media

/// Sample entries of protected tracks: `encv` and `enca` with `sinf` (ISO/IEC 14496-12 8.12, 23001-7 8.2).
enum ProtectedSampleEntry {
    /// Returns an entry with the type of protected entries, and `sinf` after its boxes.
    static func protecting(_ entry: [UInt8], _ track: TrackProtection, isVideo: Bool) -> [UInt8] {
        let original = FourCC(rawValue: entry[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
        var writer = ByteWriter(capacity: 96)
        writer.box(.sinf) { writer in
            var format = OriginalFormatBox()
            format.format = original
            writer.write(format)
            var scheme = SchemeTypeBox()
            (scheme.scheme, scheme.version) = (track.scheme.code, 0x1_0000)
            writer.write(scheme)
            writer.box(.schi) { $0.write(encryption(track, isVideo: isVideo)) }
        }
        var result = BoxEditing.appending(writer.bytes, to: entry)
        result.replaceSubrange(4..<8, with: (isVideo ? "encv" : "enca").utf8)
        return result
    }

    /// The defaults of a track's samples.
    static func encryption(_ track: TrackProtection, isVideo: Bool) -> TrackEncryptionBox {
        var box = TrackEncryptionBox()
        box.isProtected = 1
        box.keyID = track.keyID.bytes
        box.vectorSize = UInt8(track.vectorSize)
        guard track.scheme == .cbcs else { return box }
        box.header.version = 1
        box.pattern = (isVideo ? track.pattern : .full).rawValue
        box.constantVectorSize = 16
        box.constantVector = track.vector.bytes
        return box
    }

    /// The protection that an entry describes; nil for entries without it.
    struct Description: Sendable {
        var originalFormat: FourCC
        var scheme: ProtectionScheme
        var encryption: TrackEncryptionBox
        /// The entry without protection.
        var clearEntry: [UInt8]
    }

    /// Returns the protection of an entry; nil if it has none. Throws for unknown schemes and damaged boxes.
    static func description(of entry: [UInt8]) throws(ProtectionError) -> Description? {
        let code = FourCC(rawValue: entry.count >= 8 ? entry[4..<8].reduce(0) { $0 << 8 | UInt32($1) } : 0)
        guard code == "encv" || code == "enca", entry.count > 36 else { return nil }
        let version = Int(entry[16]) << 8 | Int(entry[17])
        // The fields of video, and of audio with the additional fields of QuickTime versions.
        let fieldSize = code == "encv" ? 78 : 28 + [1: 16, 2: 36][version, default: 0]
        var start = 8 + fieldSize
        if code == "enca", version == 1, (try? BoxEditing.children(of: entry, from: 36))?.isEmpty == false {
            start = 36
        }
        let children = try BoxEditing.children(of: entry, from: start)
        guard let protection = children.first(where: { $0.type == .sinf }) else {
            throw .box(code, reason: "it has no protection scheme information (sinf)")
        }
        let bytes = Array(entry[protection.range])
        var (original, scheme): (FourCC?, FourCC?)
        var encryption: TrackEncryptionBox?
        do throws(MovieFileError) {
            for child in try BoxView.top(bytes).children() {
                switch child.type {
                case OriginalFormatBox.type: original = try OriginalFormatBox(reading: child).format
                case SchemeTypeBox.type: scheme = try SchemeTypeBox(reading: child).scheme
                case .schi:
                    for box in try child.children() where box.type == TrackEncryptionBox.type {
                        encryption = try TrackEncryptionBox(reading: box)
                    }
                default: break
                }
            }
        } catch {
            throw .box(.sinf, reason: "\(error)")
        }
        guard let original, let scheme, let encryption else { throw .box(.sinf, reason: "it is not complete") }
        guard let known = ProtectionScheme(code: scheme) else {
            throw .box(SchemeTypeBox.type, reason: "scheme '\(scheme)' is not supported; cenc and cbcs are")
        }
        var clear = Array(entry[..<protection.range.lowerBound] + entry[protection.range.upperBound...])
        clear = BoxEditing.appending([], to: clear)
        clear.replaceSubrange(4..<8, with: original.rawValue.bigEndianBytes)
        return Description(originalFormat: original, scheme: known, encryption: encryption, clearEntry: clear)
    }
}

extension BoxView {
    /// The first box of `bytes`, which must contain one.
    static func top(_ bytes: [UInt8]) throws(MovieFileError) -> BoxView {
        var walk = BoxWalk(FileBytes(ByteSlice(copying: bytes)), 0..<bytes.count)
        guard let box = walk.next(), !box.isCutOff else {
            throw .damaged(box: "free", offset: 0, why: "it is not complete")
        }
        return box
    }
}

extension UInt32 {
    var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * UInt32($0))) } }
}
