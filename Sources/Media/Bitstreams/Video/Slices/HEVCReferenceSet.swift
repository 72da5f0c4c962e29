/// A short-term reference picture set (ITU-T H.265 7.3.7 and 7.4.8).
package struct HEVCReferenceSet: Sendable, Hashable {
    /// A picture by the difference of its order count, and whether the current picture may refer to it.
    struct Picture: Sendable, Hashable {
        var delta: Int
        var isUsed: Bool
    }

    /// The pictures before the current one, from the nearest on.
    private(set) var before: [Picture] = []
    /// The pictures after the current one, from the nearest on.
    private(set) var after: [Picture] = []

    /// NumDeltaPocs.
    var count: Int { before.count + after.count }
    /// The number of pictures that the current picture may refer to.
    var usedCount: Int { before.count(where: \.isUsed) + after.count(where: \.isUsed) }

    /// Reads the set with number `index`, after the sets of the sequence parameter set. In a slice header, `index` is
    /// their number.
    init(
        _ reader: inout some BitFieldReader, index: Int, sets: [HEVCReferenceSet], isInSlice: Bool
    ) throws(BitstreamError) {
        if index > 0, try reader.flag() {
            let distance = isInSlice ? 1 + (try reader.count(upTo: index - 1, of: "reference picture sets back")) : 1
            try predict(&reader, sets[index - distance])
        } else {
            let counts = [
                try reader.count(upTo: 16, of: "reference pictures"),
                try reader.count(upTo: 16, of: "reference pictures"),
            ]
            for (list, count) in counts.enumerated() {
                var delta = 0
                for _ in 0..<count {
                    let step = 1 + (try reader.count(upTo: 1 << 15, of: "as difference of picture order counts"))
                    delta += list == 0 ? -step : step
                    let picture = Picture(delta: delta, isUsed: try reader.flag())
                    if list == 0 { before.append(picture) } else { after.append(picture) }
                }
            }
        }
        guard count <= 32 else { throw .invalid("\(count) reference pictures; at most 32 are allowed") }
    }

    /// Inter RPS prediction: the pictures of another set, moved (ITU-T H.265 (7-61) and (7-62)).
    private mutating func predict(
        _ reader: inout some BitFieldReader, _ other: HEVCReferenceSet
    ) throws(BitstreamError) {
        let isNegative = try reader.flag()
        let distance = 1 + (try reader.count(upTo: 1 << 15, of: "as difference of picture order counts"))
        let move = isNegative ? -distance : distance
        var flags: [(isUsed: Bool, isKept: Bool)] = []
        for _ in 0...other.count {
            let isUsed = try reader.flag()
            let isKept = isUsed ? true : try reader.flag()
            flags.append((isUsed, isKept))
        }
        let moved = zip(other.before + other.after + [Picture(delta: 0, isUsed: false)], flags).filter(\.1.isKept)
            .map { Picture(delta: $0.delta + move, isUsed: $1.isUsed) }
        before = moved.filter { $0.delta < 0 }.sorted { $0.delta > $1.delta }
        after = moved.filter { $0.delta > 0 }.sorted { $0.delta < $1.delta }
    }
}
