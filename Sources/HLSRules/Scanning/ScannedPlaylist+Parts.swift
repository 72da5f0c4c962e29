import HLS
package import Media

extension ScannedPlaylist {
    /// The value of PART-TARGET; nil if it is invalid or 0.
    package var partTarget: MediaTime? {
        first(.partInf)?.attributes?.seconds("PART-TARGET").flatMap { $0 > .zero ? $0 : nil }
    }

    /// The parts of all segments and after the last segment, in order.
    package var allParts: [ScannedPart] { segments.flatMap(\.parts) + upcomingParts }

    /// The position of the last segment or part.
    package var edge: (mediaSequence: Int, part: Int?)? {
        if !upcomingParts.isEmpty {
            return (upcomingSequence, upcomingParts.count - 1)
        }
        guard let last = segments.last else { return nil }
        return (last.sequence, last.parts.isEmpty ? nil : last.parts.count - 1)
    }
}
