package import ContentProtection
package import HLSRules
import ISOMedia

extension SampleEncryptionFacts {
    /// The facts for rules about a segment of `resource`.
    package init(_ inspection: SegmentInspection, of inspector: ProtectionInspector, resource: String) {
        self.init()
        faults = inspection.faults
        initializationFaults = inspector.faults
        keyIDs = Set(inspection.keyIDs.map(\.hexadecimal))
        systems = Set(inspector.systems.compactMap { KeyIdentifier($0)?.hexadecimal })
        isDecrypted = inspection.clear != nil
        counters = inspection.firstCounters.map {
            Counter(keyID: $0.hexadecimal, vector: $1.description, resource: resource)
        }
    }
}
