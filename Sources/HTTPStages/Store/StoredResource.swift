import Media
import StageKit

/// A resource that can be served.
struct StoredResource: Sendable {
    var role: Resource.Role
    var contentType: String
    /// The bytes, in order; what is not a file's counts against the memory bound.
    var slices: [ByteSlice]
    /// Where it is a playlist, what is sent of it.
    var playlist: PublishedPlaylist?
    /// Differs for every content that any resource of the origin has had.
    var number: Int
    var stored: OriginTime
    /// Whether bytes are added at its end.
    var isGrowing = false
    /// When it goes away, on the clock of ``OriginTime/elapsed``; nil while it is listed.
    var due: Int64?

    /// Whether the same name will have another content soon.
    var mayChange: Bool {
        switch role {
        case .initialization, .segment, .part, .image: isGrowing
        default: true
        }
    }

    var count: Int { slices.reduce(0) { $0 + $1.count } }
    /// The bytes that are in memory of ours.
    var memory: Int { slices.reduce(0) { $0 + ($1.storage.file == nil ? $1.count : 0) } }

    /// The bytes of a range, not copied.
    func bytes(in range: Range<Int>) -> [ByteSlice] {
        var result: [ByteSlice] = []
        var start = 0
        for slice in slices {
            let part = range.clamped(to: start..<(start + slice.count))
            if !part.isEmpty { result.append(slice.slice((part.lowerBound - start)..<(part.upperBound - start))) }
            start += slice.count
        }
        return result
    }
}

extension ByteRope {
    /// The bytes in one piece that belongs to nobody else: buffers of encoders and captures are to go back soon.
    var gathered: ByteSlice {
        if slices.count == 1, slices[0].storage.file != nil { return slices[0] }
        return ByteSlice(copying: bytes)
    }
}
