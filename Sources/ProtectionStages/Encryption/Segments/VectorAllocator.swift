import ContentProtection
import Media

/// Allocates the first vectors of tracks under `cenc`, so that no vector occurs twice under one key.
struct VectorAllocator: Sendable {
    /// The number of vectors skipped after an earlier run.
    static let skipped = EncryptionState.skippedVectors
    /// The minimum distance of the first vectors of two tracks: more samples than a track can have.
    static let distance: UInt64 = 1 << 48

    private var starts: [KeyIdentifier: [UInt64]] = [:]
    /// The vectors that an earlier run has reached, by key and by rendition and track.
    private var earlier: [KeyIdentifier: [String: UInt64]] = [:]

    init() {}

    /// Reserves the vectors of a rendition in an earlier run.
    mutating func reserve(_ vectors: [UInt64], _ keys: [KeyIdentifier], rendition: String) {
        // The vectors and the keys of tracks have the same order; several tracks may share one key.
        for (track, vector) in vectors.enumerated() {
            guard let key = keys.indices.contains(track) ? keys[track] : keys.last else { continue }
            starts[key, default: []].append(vector)
            earlier[key, default: [:]]["\(rendition)/\(track)"] = vector
        }
    }

    /// Returns the first vector of a track, the `number`th of its rendition.
    mutating func first(_ key: KeyIdentifier, rendition: String, track number: Int) -> InitializationVector {
        if let vector = earlier[key]?.removeValue(forKey: "\(rendition)/\(number)") {
            return InitializationVector(high: vector &+ Self.skipped, low: 0)
        }
        let used = starts[key, default: []]
        var vector = UInt64.random(in: 0...UInt64.max)
        while used.contains(where: { $0 &- vector < Self.distance || vector &- $0 < Self.distance }) {
            vector = UInt64.random(in: 0...UInt64.max)
        }
        starts[key] = used + [vector]
        return InitializationVector(high: vector, low: 0)
    }
}
