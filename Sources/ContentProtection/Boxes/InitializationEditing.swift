import ISOMedia
import Media

/// Replaces the sample entries of an initialization segment.
enum InitializationEditing {
    /// Returns the segment with sample entries replaced by `transform`, which is called with the index of the track; the
    /// `pssh` boxes replaced by `systems`, at the end of `moov`.
    static func replacingEntries(
        of segment: ByteSlice, systems: [UInt8],
        _ transform: (Int, [UInt8]) throws(ProtectionError) -> [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        let bytes = segment.bytes
        var (result, track, hasMovie) = ([UInt8](), 0, false)
        for box in try BoxEditing.children(of: bytes, from: 0) {
            guard box.type == .moov else {
                result += bytes[box.range]
                continue
            }
            hasMovie = true
            var movie = try BoxEditing.replacingChildren(of: Array(bytes[box.range])) {
                type, child throws(ProtectionError) in
                if type == ProtectionSystemBox.type { return [] }
                guard type == .trak else { return child }
                defer { track += 1 }
                let index = track
                return try replacing([.mdia, .minf, .stbl], in: child) { entry throws(ProtectionError) in
                    try transform(index, entry)
                }
            }
            movie = BoxEditing.appending(systems, to: movie)
            result += movie
        }
        guard hasMovie else { throw .box(.moov, reason: "the initialization segment does not contain it") }
        return result
    }

    private static func replacing(
        _ path: [FourCC], in box: [UInt8], _ transform: ([UInt8]) throws(ProtectionError) -> [UInt8]
    ) throws(ProtectionError) -> [UInt8] {
        try BoxEditing.replacingChildren(of: box) { type, child throws(ProtectionError) in
            guard let next = path.first else {
                guard type == SampleDescriptionBox.type else { return child }
                return try BoxEditing.replacingChildren(of: child, fieldSize: 8) { _, entry throws(ProtectionError) in
                    try transform(entry)
                }
            }
            return type == next ? try replacing(Array(path.dropFirst()), in: child, transform) : child
        }
    }
}
