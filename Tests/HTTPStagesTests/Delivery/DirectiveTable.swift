/// The expected outcome of each permutation of delivery directives according to RFC 8216bis 6.2.5.
///
/// Segments 100 to 130 are complete; segment 131 has two of its four parts, which last 0.25 s each.
enum DirectiveTable {
    /// The expected outcome of a request.
    enum Outcome: Equatable {
        case now
        /// Rejected with status 400.
        case refused
        /// Answered when the playlist contains this complete segment, and this many parts of the next one.
        case later(last: Int, parts: Int)
    }

    /// The content that a response omits.
    enum Skip: Equatable {
        case nothing
        case segments
        case segmentsAndDateRanges
        case refused
    }

    struct Row {
        var query: [String]
        var outcome: Outcome
        var skip: Skip
        var text: String { query.joined(separator: "&") }
        /// Whether the URL identifies a state of the playlist.
        var isBlocking: Bool { query.contains { $0.hasPrefix("_HLS_msn=") } }
    }

    private static let parts: [String?] = [
        nil, "_HLS_part=0", "_HLS_part=1", "_HLS_part=2", "_HLS_part=14", "_HLS_part=x",
        "_HLS_part=1&_HLS_part=1",
    ]

    /// The outcomes for each value of `_HLS_msn`; the columns correspond to `parts`.
    private static let outcomes: [(sequence: String?, row: [Outcome])] = {
        let no = Outcome.refused
        let (third, fourth) = (Outcome.later(last: 130, parts: 3), Outcome.later(last: 131, parts: 0))
        let after = (1...3).map { Outcome.later(last: 131, parts: $0) }
        let whole = Outcome.later(last: 132, parts: 0)
        return [
            // `_HLS_part` without `_HLS_msn`.
            (nil, [.now, no, no, no, no, no, no]),
            // Older than the window, the first segment, the last but one, the last.
            ("_HLS_msn=0", [.now, .now, .now, .now, .now, no, no]),
            ("_HLS_msn=100", [.now, .now, .now, .now, .now, no, no]),
            ("_HLS_msn=129", [.now, .now, .now, .now, .now, no, no]),
            ("_HLS_msn=130", [.now, .now, .now, .now, .now, no, no]),
            // The segment in progress, and the one after it.
            ("_HLS_msn=131", [fourth, .now, .now, third, no, no, no]),
            ("_HLS_msn=132", [whole, after[0], after[1], after[2], no, no, no]),
            // Too far ahead.
            ("_HLS_msn=133", [no, no, no, no, no, no, no]),
            ("_HLS_msn=999999999999999999", [no, no, no, no, no, no, no]),
            // Malformed or repeated.
            ("_HLS_msn=", [no, no, no, no, no, no, no]),
            ("_HLS_msn=-1", [no, no, no, no, no, no, no]),
            ("_HLS_msn=131.0", [no, no, no, no, no, no, no]),
            ("_HLS_msn=131&_HLS_msn=131", [no, no, no, no, no, no, no]),
        ]
    }()

    private static let skips: [(skip: String?, what: Skip)] = [
        (nil, .nothing), ("_HLS_skip=YES", .segments), ("_HLS_skip=v2", .segmentsAndDateRanges),
        ("_HLS_skip=NO", .refused), ("_HLS_skip=YES&_HLS_skip=YES", .refused),
    ]

    /// All permutations.
    static let rows: [Row] = outcomes.flatMap { sequence, row in
        zip(parts, row).flatMap { part, outcome in
            skips.map { skip, what in
                Row(
                    query: [sequence, part, skip].compactMap { $0 }.flatMap {
                        $0.split(separator: "&").map(String.init)
                    },
                    outcome: what == .refused ? .refused : outcome, skip: what)
            }
        }
    }
}
