import ContentProtection
import HLS
import HLSRules
import ISOMedia
import Media

/// Examines segments with encrypted samples, and decrypts them with given keys and with keys of the playlist.
struct SampleDecryption {
    /// The maximum number of initialization sections whose state is kept.
    private static let maximumSections = 256

    /// The result for a segment.
    struct Outcome {
        /// The segment, with clear samples at the same offsets if all keys are available.
        var bytes: ByteSlice
        var facts: SampleEncryptionFacts?
        /// The part that was not examined; nil if all was.
        var problem: String?
        /// The decryptor, if all keys are available.
        var decryptor: FragmentDecryptor?
    }

    /// An initialization section with the key of the playlist.
    private struct Source: Hashable {
        var section: Int
        var keyURI: String?
    }

    /// The keys that the user gave.
    private let keys: [KeyIdentifier: AES128]
    private var inspectors: [Source: ProtectionInspector] = [:]
    /// The examined resources: a segment may be listed repeatedly.
    private var seen: Set<String> = []

    init(_ keys: [KeyIdentifier: AES128]) { self.keys = keys }

    /// Examines the segment of `entry`, which starts at `offset` of `resource`, with its initialization section.
    ///
    /// `keyURI` and `key` belong to a key with the format `identity`, which applies to all tracks.
    mutating func process(
        _ bytes: ByteSlice, offset: Int, of resource: String, _ initialization: ByteSlice, _ facts: InitializationFacts,
        keyURI: String?, key: (String) async -> AES128?
    ) async -> Outcome {
        let source = Source(section: facts.identity, keyURI: keyURI)
        if inspectors[source] == nil {
            guard inspectors.count < Self.maximumSections else { return Outcome(bytes: bytes) }
            do throws(ProtectionError) {
                var inspector = try ProtectionInspector(initialization, keys: keys)
                let missing = inspector.decryptor.keyIDs.subtracting(keys.keys)
                if let keyURI, !missing.isEmpty, let cipher = await key(keyURI) {
                    let added = Dictionary(uniqueKeysWithValues: missing.map { ($0, cipher) })
                    inspector = try ProtectionInspector(initialization, keys: keys.merging(added) { given, _ in given })
                }
                inspectors[source] = inspector
            } catch {
                return Outcome(bytes: bytes, problem: "has encrypted samples that were not examined: \(error)")
            }
        }
        guard var inspector = inspectors[source], inspector.isProtected else { return Outcome(bytes: bytes) }
        let isNew = seen.insert("\(offset)@\(resource)").inserted
        let result = inspector.inspect(bytes, origin: offset)
        if isNew { inspectors[source] = inspector }
        if let failure = result.failure {
            return Outcome(bytes: bytes, problem: "has encrypted samples that were not examined: \(failure)")
        }
        var found = SampleEncryptionFacts(result, of: inspector, resource: resource)
        if !isNew { found.faults.removeAll { $0.kind == .repeatedCounter } }
        var outcome = Outcome(bytes: result.clear ?? bytes, facts: found)
        if result.clear != nil { outcome.decryptor = inspector.decryptor }
        // Without any key, only headers are examined.
        if let missing = result.missingKeys.min(by: { $0.hexadecimal < $1.hexadecimal }), !keys.isEmpty || keyURI != nil
        {
            outcome.problem =
                "has encrypted samples of which only headers were examined: no key for the KID \(missing.hexadecimal); give it with "
                + "--key-file or --key"
        }
        return outcome
    }
}
