import HLS
import Media
import ScriptedMedia

/// Random keys and initialization sections of segments, which change at random segments.
struct ProtectedEntries {
    /// The tags in force at a segment.
    struct Force: Hashable {
        var uri: String
        var keys: Set<EncryptionKey>
        var section: InitializationSection?
        var sectionKeys: Set<EncryptionKey>
        var isDiscontinuity: Bool
    }

    private var entries: [Int: MediaSegment] = [:]

    init(_ numbers: ClosedRange<Int>, using random: inout SeededGenerator) {
        var entry = MediaSegment(uri: "", duration: .zero, initialization: InitializationSection(uri: "init.mp4"))
        for number in numbers {
            entry.isDiscontinuity = Int.random(in: 0..<12, using: &random) == 0
            if number == numbers.lowerBound || Int.random(in: 0..<4, using: &random) == 0 {
                let samples = ["fairplay", "widevine", "playready"].filter { _ in Bool.random(using: &random) }
                entry.keys = samples.map {
                    EncryptionKey(
                        method: .sampleAES, uri: "skd://\(number)", keyFormat: $0, keyFormatVersions: [1])
                }
                let isWhole = Int.random(in: 0..<3, using: &random) == 0
                if isWhole { entry.keys = [EncryptionKey(method: .aes128, uri: "\(number / 10).bin")] }
                let name = isWhole || Bool.random(using: &random) ? "init.mp4" : "init-\(number).mp4"
                entry.initialization = InitializationSection(uri: name)
                entry.initialization?.keys = isWhole ? [] : entry.keys
            }
            if entry.keys.first?.method == .aes128 {
                entry.keys[0].initializationVector = [UInt8](repeating: UInt8(number & 0xff), count: 16)
            }
            entries[number] = entry
        }
    }

    /// Adds the tags of a segment.
    func protect(_ segment: inout MediaSegment, _ number: Int) {
        guard let entry = entries[number] else { return }
        (segment.keys, segment.initialization) = (entry.keys, entry.initialization)
        segment.isDiscontinuity = entry.isDiscontinuity
    }
}

extension MediaSegment {
    var force: ProtectedEntries.Force {
        var section = initialization
        section?.keys = []
        return ProtectedEntries.Force(
            uri: uri, keys: Set(keys), section: section, sectionKeys: Set(initialization?.keys ?? []),
            isDiscontinuity: isDiscontinuity)
    }
}
