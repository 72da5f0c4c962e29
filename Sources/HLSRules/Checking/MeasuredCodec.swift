import HLS

/// A codec name (RFC 6381), normalized for comparison.
struct MeasuredCodec {
    let name: String
    /// The sample entry in lower case.
    let entry: String
    /// The elements after the sample entry, in lower case.
    private let parameters: [String]

    init(_ name: String) {
        self.name = name
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // Sample entries of three letters end with a space, which lists of codecs do not keep.
        entry = parts.first.map { CodecName($0).sampleEntry } ?? ""
        parameters = Array(parts.dropFirst())
    }

    /// Whether both names denote the same codec, profile and level.
    func matches(_ other: MeasuredCodec) -> Bool {
        guard entry == other.entry else { return false }
        switch entry {
        // Configurations do not always contain the profile of text tracks.
        case "stpp", "wvtt": return true
        // Elements after profile, level and bit depth may be omitted if they have default values.
        case "av01", "vp09", "vp08": return prefix(3) == other.prefix(3)
        // MP3 has several object types.
        case "mp4a":
            let mp3: Set<String> = ["6b", "69", "40.34"]
            let both = [parameters, other.parameters].map { $0.joined(separator: ".") }
            return both[0] == both[1] || both.allSatisfy(mp3.contains)
        default: return parameters == other.parameters || parameters.isEmpty && !needsParameters
        }
    }

    /// Whether this is HE-AAC and the other codec is its AAC-LC core.
    func extends(_ core: MeasuredCodec) -> Bool {
        ["mp4a.40.5", "mp4a.40.29"].contains(name.lowercased()) && core.name.lowercased() == "mp4a.40.2"
    }

    /// Whether the codecs have the same profile and level and differ only in constraint flags.
    func differsInConstraints(_ other: MeasuredCodec) -> Bool {
        switch entry {
        case "avc1", "avc3":
            guard let one = parameters.first, let two = other.parameters.first, one.count == 6, two.count == 6 else {
                return false
            }
            return one.prefix(2) == two.prefix(2) && one.suffix(2) == two.suffix(2)
        case "hvc1", "hev1":
            return parameters.count >= 3 && other.parameters.count >= 3 && parameters[0] == other.parameters[0]
                && parameters[2] == other.parameters[2]
        default: return false
        }
    }

    private var needsParameters: Bool { ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe"].contains(entry) }
    private func prefix(_ count: Int) -> [String] { Array(parameters.prefix(count)) }
}
