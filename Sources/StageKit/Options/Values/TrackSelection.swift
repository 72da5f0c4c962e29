public import Media

/// A selection of the tracks of an input by kind, language and the container's track number.
///
/// Written as a comma-separated list with optional exclusions: `all`, `video,audio:de`, `2,3`, `all except text`,
/// `all,angles`.
public struct TrackSelection: OptionValue, Hashable {
    /// One element of the list. Selects the tracks that match all of its conditions.
    package struct Part: Sendable, Hashable {
        package var type: MediaType?
        /// A language range of RFC 4647, `und` for tracks without a language.
        package var language: String?
        package var number: Int?

        /// Whether the element requires particular tracks, by language or number, and not only a kind.
        package var isExact: Bool { language != nil || number != nil }
    }

    /// The elements in the order given; never empty.
    package let parts: [Part]
    /// Kinds that are not delivered although the list contains them. Another source of the same input may deliver them.
    package let excluded: Set<MediaType>
    /// Whether all pictures of the video are delivered, such as those of several cameras, and not only the first one in its
    /// sizes.
    package let hasAngles: Bool

    package init(parts: [Part], except excluded: Set<MediaType> = [], hasAngles: Bool = false) {
        self.parts = parts.isEmpty ? [Part()] : parts
        (self.excluded, self.hasAngles) = (excluded, hasAngles)
    }

    /// The selection with all pictures of the video.
    package var withAngles: TrackSelection { TrackSelection(parts: parts, except: excluded, hasAngles: true) }

    /// Returns the selection without these kinds.
    package func excluding(_ types: Set<MediaType>) -> TrackSelection {
        TrackSelection(parts: parts, except: excluded.union(types), hasAngles: hasAngles)
    }

    /// Creates a selection of all tracks of these kinds.
    public init(_ types: [MediaType]) { self.init(parts: types.map { Part(type: $0) }) }

    public static let all = TrackSelection(parts: [Part()])
    public static let video = TrackSelection([.video])
    public static let audio = TrackSelection([.audio])
    public static let text = TrackSelection([.text])

    /// Returns whether tracks of this type can be selected, for any language and number.
    public func selects(_ type: MediaType) -> Bool {
        !excluded.contains(type) && parts.contains { $0.type == nil || $0.type == type }
    }

    /// Returns whether a track is selected.
    ///
    /// - Parameters:
    ///   - type: The kind of media.
    ///   - language: A BCP 47 tag; nil when undetermined.
    ///   - number: The container's track number: MP4 track_ID, Matroska track number, PID of a transport stream.
    public func selects(_ type: MediaType, language: String?, number: Int) -> Bool {
        !excluded.contains(type) && parts.contains { $0.selects(type, language: language, number: number) }
    }
}

extension TrackSelection.Part {
    /// Returns whether the element selects a track.
    package func selects(_ type: MediaType?, language: String?, number: Int) -> Bool {
        (self.type == nil || self.type == type) && (self.number == nil || self.number == number)
            && (self.language.map { Self.matches(language, $0) } ?? true)
    }

    /// Basic filtering (RFC 4647 3.3.1). Equivalent two-letter and three-letter codes match.
    private static func matches(_ tag: String?, _ range: String) -> Bool {
        let (tag, range) = (LanguageCode.shortened(tag ?? "und"), LanguageCode.shortened(range))
        return tag == range || tag.hasPrefix(range + "-")
    }
}

extension TrackSelection {
    public static var valueForm: String { "track selection (all, video, audio:de, 2)" }
    public static var shape: OptionShape { .list(of: .text) }

    /// Returns the end of the help text of selection options; `number` describes the track numbers.
    package static func help(number: String) -> String {
        "all, or a comma-separated list of kinds (video, audio, text), kinds with a language (audio:de; audio:und "
            + "for none) and numbers (\(number)), with optional exclusions (all except text). angles adds the other "
            + "pictures of the video, such as those of further cameras (all,angles). A number or language without a "
            + "matching track is an error"
    }

    /// The selected tracks, for messages.
    package var displayText: String { self == .all ? "video, audio or text" : optionText }

    public var optionText: String {
        let list = (parts.map(\.text) + (hasAngles ? [Self.angles] : [])).joined(separator: ",")
        let kinds = MediaType.allCases.filter(excluded.contains).map(\.rawValue)
        return kinds.isEmpty ? list : list + Self.exception + kinds.joined(separator: ",")
    }

    /// Parses `video,audio:de`, `all except text`, or a list of such texts.
    public init(option node: OptionNode) throws(OptionProblem) {
        let nodes = if case .list(let items) = node.content { items } else { [node] }
        var (parts, excluded, hasAngles): ([Part], Set<MediaType>, Bool) = ([], [], false)
        for node in nodes {
            let halves = try String(option: node).split(separator: Self.exception, maxSplits: 1)
            for text in Self.items(halves.first ?? "") {
                if text == Self.angles { hasAngles = true } else { parts.append(try Part(text, node)) }
            }
            guard halves.count == 2 else { continue }
            for text in Self.items(halves[1]) {
                guard let type = try Part(text, node).unqualifiedType else {
                    throw OptionProblem(
                        .outOfRange, "'\(text)' after 'except' is not a kind of track",
                        expected: "video, audio or text", at: node)
                }
                excluded.insert(type)
            }
        }
        if parts.isEmpty, hasAngles { parts = [Part()] }
        guard !parts.isEmpty else { throw Part.problem("an empty list selects no track", node) }
        guard excluded.count < Part.kinds.count,
            !parts.allSatisfy({ $0.unqualifiedType.map(excluded.contains) ?? false })
        else { throw Part.problem("'\(node.text)' excludes everything that it selects", node) }
        self.init(parts: parts, except: excluded, hasAngles: hasAngles)
    }

    private static let exception = " except "
    fileprivate static let angles = "angles"

    private static func items(_ text: Substring) -> [Substring] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " }.trimmingTail() }
    }
}

extension TrackSelection.Part {
    fileprivate static let kinds: [MediaType] = [.video, .audio, .text]
    fileprivate static let expected = "all, video, audio, text, a kind with a language such as audio:de, a track number"

    fileprivate init(_ text: Substring, _ node: OptionNode) throws(OptionProblem) {
        guard !text.isEmpty else { throw Self.problem("'\(node.text)' has an empty part", node) }
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if halves[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), !halves[0].isEmpty {
            guard halves.count == 1 else {
                throw Self.problem("'\(text)' has a language after a number, which already selects one track", node)
            }
            guard let number = UInt32(text), number > 0 else {
                throw OptionProblem(
                    .outOfRange, "'\(text)' is not a track number", expected: "1 to \(UInt32.max)", at: node)
            }
            self.number = Int(number)
            return
        }
        let kind = String(halves[0])
        type = Self.kinds.first { $0.rawValue == kind }
        guard type != nil || kind == "all" else {
            let names = ["all", TrackSelection.angles] + Self.kinds.map(\.rawValue)
            throw OptionProblem(
                .outOfRange, "'\(kind)' is not a kind of track",
                expected: SpellingSuggestion.closest(to: kind, among: names).map { "'\($0)', perhaps" }
                    ?? Self.expected, at: node
            )
        }
        if halves.count == 2 { language = try Self.language(halves[1], of: text, node) }
    }

    private static func language(
        _ tag: Substring, of text: Substring, _ node: OptionNode
    ) throws(OptionProblem) -> String {
        let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = subtags.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
        guard isTag, tag.utf8.count <= 35, subtags[0].utf8.count >= 2 else {
            let message = tag.isEmpty ? "'\(text)' has no language" : "'\(tag)' is not a language tag"
            throw OptionProblem(
                .outOfRange, message, expected: "a BCP 47 tag such as en, pt-BR, or und for none", at: node)
        }
        return String(tag)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
    }

    fileprivate static func problem(_ message: String, _ node: OptionNode) -> OptionProblem {
        OptionProblem(.wrongType, message, expected: expected, at: node)
    }

    /// The kind if the element has neither a language nor a number; otherwise nil.
    fileprivate var unqualifiedType: MediaType? { isExact ? nil : type }

    /// The element in the syntax of selections.
    package var text: String {
        number.map(String.init) ?? (type?.rawValue ?? "all") + (language.map { ":\($0)" } ?? "")
    }
}

extension Substring {
    fileprivate func trimmingTail() -> Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
