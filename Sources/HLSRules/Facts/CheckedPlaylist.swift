package import HLS

/// One state of a playlist, as rules see it: its text, and its model where it can be read.
package struct CheckedPlaylist: Sendable {
    /// What it is called in findings: as it was named, or relative to what was named.
    package let name: String
    /// What stands in it, line by line; complete even where the text is wrong, and empty where it is refused.
    package let text: ScannedPlaylist
    /// The model; nil where the text cannot be read.
    package let parsed: ParsedPlaylist?
    /// Why there is no model.
    package let problem: PlaylistProblem?
    /// Whether the multivariant playlist that names it has EXT-X-INDEPENDENT-SEGMENTS, which then counts for it too.
    package var inheritsIndependence = false
    /// How many bytes it has.
    package let size: Int

    /// Reads a playlist; never fails. `variables` says what it may import.
    ///
    /// The model goes first: its memory is free again where it is refused, before the lines are read.
    package init(name: String, bytes: [UInt8], variables: PlaylistVariables? = nil) {
        self.name = name
        size = bytes.count
        var parsed: ParsedPlaylist?
        var problem: PlaylistProblem?
        do throws(PlaylistProblem) {
            parsed = try Playlist.parse(bytes, variables: variables, tolerance: .tolerant)
        } catch {
            problem = error
        }
        var text = ScannedPlaylist()
        do throws(PlaylistProblem) {
            if problem?.exceedsMemory != true { text = try ScannedPlaylist(bytes, variables: variables) }
        } catch {
            (parsed, problem) = (nil, error)
        }
        (self.parsed, self.problem, self.text) = (parsed, problem, text)
    }

    /// Why nothing of it was looked at: it would take more memory than the limit. The text is empty then.
    package var refusal: PlaylistProblem? { problem?.exceedsMemory == true ? problem : nil }

    /// Whether its segments are said to decode without those before them (RFC 8216bis 4.4.2.1).
    package var isDeclaredIndependent: Bool { inheritsIndependence || text.has(.independentSegments) }

    /// The model of a media playlist.
    package var media: MediaPlaylist? { if case .media(let playlist) = parsed?.playlist { playlist } else { nil } }

    /// The model of a multivariant playlist.
    package var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = parsed?.playlist { playlist } else { nil }
    }

    /// The place of the whole.
    package var place: FindingPlace { FindingPlace(name) }
    /// The place of a line.
    package func place(_ line: ScannedLine) -> FindingPlace { FindingPlace(name, line: line.number) }
    /// The place of a line that may be missing; the whole then.
    package func place(at line: ScannedLine?) -> FindingPlace { FindingPlace(name, line: line?.number) }
    /// The place of a segment.
    package func place(_ segment: ScannedSegment) -> FindingPlace {
        FindingPlace(name, line: segment.durationLine ?? segment.line, segment: segment.sequence)
    }
}
