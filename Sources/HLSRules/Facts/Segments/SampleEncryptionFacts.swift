package import ISOMedia

/// The encryption of the samples of a segment, to the extent that it was examined.
package struct SampleEncryptionFacts: Sendable {
    /// The start of the key stream of a segment under `cenc`, in hexadecimal digits.
    package struct Counter: Sendable, Hashable {
        package var keyID: String
        package var vector: String
        /// The URL of the segment.
        package var resource: String

        package init(keyID: String, vector: String, resource: String) {
            (self.keyID, self.vector, self.resource) = (keyID, vector, resource)
        }
    }

    /// The contradictions in the segment.
    package var faults: [EncryptionFault] = []
    /// The contradictions in its initialization section.
    package var initializationFaults: [EncryptionFault] = []
    /// The identifiers of the keys, as 32 hexadecimal digits.
    package var keyIDs: Set<String> = []
    /// The systems of the `pssh` boxes in the initialization section, as 32 hexadecimal digits.
    package var systems: Set<String> = []
    package var counters: [Counter] = []
    /// Whether the samples were decrypted.
    package var isDecrypted = false

    package init() {}

    /// Adds the faults of a kind to the findings of a rule.
    static func report(
        _ kinds: Set<EncryptionFault.Kind>, of segment: MeasuredSegment, _ findings: inout RuleFindings
    ) {
        guard let facts = segment.facts.encryption else { return }
        for fault in facts.initializationFaults where kinds.contains(fault.kind) {
            findings.add(segment.initializationPlace(), expected: fault.expected, found: fault.found)
        }
        for fault in facts.faults where kinds.contains(fault.kind) {
            findings.add(segment.place(byteOffset: fault.offset), expected: fault.expected, found: fault.found)
        }
    }
}
