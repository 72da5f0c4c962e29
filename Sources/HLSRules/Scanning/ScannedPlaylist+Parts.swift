import HLS
package import Media

extension ScannedPlaylist {
    /// What PART-TARGET says; nil where it cannot be read or is 0.
    package var partTarget: MediaTime? {
        first(.partInf)?.attributes?.seconds("PART-TARGET").flatMap { $0 > .zero ? $0 : nil }
    }

    /// The parts of all segments and those behind the last one, in order.
    package var allParts: [ScannedPart] { segments.flatMap(\.parts) + upcomingParts }

    /// The last segment or part.
    package var edge: (mediaSequence: Int, part: Int?)? {
        if !upcomingParts.isEmpty {
            return (upcomingSequence, upcomingParts.count - 1)
        }
        guard let last = segments.last else { return nil }
        return (last.sequence, last.parts.isEmpty ? nil : last.parts.count - 1)
    }
}
