import Media
import StageKit

/// A resource that the origin serves.
struct StoredResource: Sendable {
    var role: Resource.Role
    var contentType: String
    /// The bytes, in order. Slices that are not backed by a file count against the memory limit.
    var slices: [ByteSlice]
    /// The rendered forms of a playlist; nil for other resources.
    var playlist: PublishedPlaylist?
    /// The content number: unique for every content of any resource of the origin.
    var number: Int
    /// The date of the last change.
    var stored: WallTime
    /// The responses with this content.
    var responses = SharedResponses()
    /// Whether bytes are still appended.
    var isGrowing = false
    /// The removal time; nil if no removal is scheduled.
    var due: MonotonicTime?

    /// Whether the content at this path may change.
    var mayChange: Bool {
        switch role {
        case .initialization, .segment, .part, .image: isGrowing
        default: true
        }
    }

    var count: Int { slices.reduce(0) { $0 + $1.count } }
    /// The number of bytes that are not backed by a file.
    var memory: Int { slices.reduce(0) { $0 + ($1.storage.file == nil ? $1.count : 0) } }

    /// Returns the bytes of a range, without copying.
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
    /// The bytes in one separate slice, because the buffers of encoders and captures must be returned soon. A single
    /// file-backed slice is returned unchanged.
    var gathered: ByteSlice {
        if slices.count == 1, slices[0].storage.file != nil { return slices[0] }
        return ByteSlice(copying: bytes)
    }
}
