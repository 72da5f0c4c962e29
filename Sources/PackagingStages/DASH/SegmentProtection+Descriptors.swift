import DASH
import Media

extension SegmentProtection {
    /// The elements that describe the encryption in an MPD: the scheme with its keys, then the systems.
    var descriptors: [ProtectionDescriptor] {
        [ProtectionDescriptor(encryption: method.rawValue, keyIdentifiers: keyIdentifiers)]
            + declarations.compactMap(\.descriptor)
    }
}

extension KeyDeclaration {
    /// The element of a system; nil for systems that manifests do not declare.
    fileprivate var descriptor: ProtectionDescriptor? {
        guard let systemID, systemID.count == 16 else { return nil }
        var descriptor = ProtectionDescriptor(systemID: systemID)
        // ClearKey has boxes of the common system, which its own element declares.
        if let systemBox, systemBox.count >= 28, Array(systemBox[12..<28]) == systemID {
            descriptor.systemBox = systemBox
        }
        descriptor.playReadyObject = playReadyObject
        descriptor.licenceURL = licenceURL
        // FairPlay has no values for manifests, and its players do not read them.
        let isDeclared = systemBox != nil || playReadyObject != nil || licenceURL != nil
        return isDeclared ? descriptor : nil
    }
}
