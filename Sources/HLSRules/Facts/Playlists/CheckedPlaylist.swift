package import HLS

/// One state of a playlist for validation: its text and, if valid, its model.
package struct CheckedPlaylist: Sendable {
    /// The name in findings: as given, or relative to the subject.
    package let name: String
    /// The scanned lines; complete even if the text is invalid, and empty if the playlist was rejected.
    package let text: ScannedPlaylist
    /// The model; nil if the text cannot be parsed.
    package let parsed: ParsedPlaylist?
    /// The reason why there is no model.
    package let problem: PlaylistProblem?
    /// Whether the multivariant playlist has EXT-X-INDEPENDENT-SEGMENTS, which applies to this playlist as well.
    package var inheritsIndependence = false
    /// The size in bytes.
    package let size: Int

    /// Parses a playlist; never fails. `variables` provides values for EXT-X-DEFINE.
    ///
    /// The model is parsed first: if it is rejected, its memory is released before the lines are scanned.
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

    /// The reason why the playlist was not validated: it exceeds the memory limit. The text is empty in this case.
    package var refusal: PlaylistProblem? { problem?.exceedsMemory == true ? problem : nil }

    /// Whether its segments are declared independent (RFC 8216bis 4.4.2.1).
    package var isDeclaredIndependent: Bool { inheritsIndependence || text.has(.independentSegments) }

    /// The model of a media playlist.
    package var media: MediaPlaylist? { if case .media(let playlist) = parsed?.playlist { playlist } else { nil } }

    /// The model of a multivariant playlist.
    package var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = parsed?.playlist { playlist } else { nil }
    }

    /// The location of the entire playlist.
    package var place: FindingPlace { FindingPlace(name) }
    /// Returns the location of a line.
    package func place(_ line: ScannedLine) -> FindingPlace { FindingPlace(name, line: line.number) }
    /// Returns the location of a line, or of the entire playlist if it is nil.
    package func place(at line: ScannedLine?) -> FindingPlace { FindingPlace(name, line: line?.number) }
    /// Returns the location of a segment.
    package func place(_ segment: ScannedSegment) -> FindingPlace {
        FindingPlace(name, line: segment.durationLine ?? segment.line, segment: segment.sequence)
    }
}
