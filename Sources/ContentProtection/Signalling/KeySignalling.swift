import Foundation
package import Media

/// The declarations of keys to players: for playlists and manifests, and as `pssh` boxes.
package struct KeySignalling: Sendable, Hashable {
    package let method: SegmentProtection.Method
    /// The systems in the order of their declarations; empty for the systems of the key source.
    package let systems: [DeclaredSystem]

    /// Throws for systems that occur twice, that cannot decrypt the method, or that require a URI.
    package init(_ systems: [DeclaredSystem], method: SegmentProtection.Method) throws(ProtectionError) {
        var names: Set<ProtectionSystem> = []
        for declared in systems {
            let name = declared.system.rawValue
            guard names.insert(declared.system).inserted else {
                throw .signalling("the key system '\(name)' occurs twice")
            }
            guard declared.system.supports(method) else {
                let systems = ProtectionSystem.allCases.filter { $0.supports(method) }.map(\.rawValue)
                throw .signalling(
                    "players cannot decrypt '\(method.rawValue)' with keys of '\(name)'; "
                        + "\(systems.joined(separator: ", ")) can be declared")
            }
            guard declared.system != .identity || declared.uri != nil else {
                throw .signalling("'identity' requires the URI from which players load the key")
            }
            for uri in [declared.uri, declared.licenceURL].compactMap({ $0 }) {
                guard !uri.isEmpty, uri.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7f && $0 != "\"" })
                else { throw .signalling("'\(uri)' is not a URI for the key system '\(name)'") }
            }
        }
        (self.systems, self.method) = (systems, method)
    }

    /// The first system whose URI is the same in all key periods, which rotation of keys excludes: players would use the
    /// key of another period.
    package var systemWithoutPeriods: ProtectionSystem? {
        systems.first { !$0.distinguishesPeriods }?.system
    }

    /// Returns the declarations of the keys of one rendition in a key period. ``Swift/Sequence/systemBoxes`` of the result
    /// are the boxes for its initialization segment.
    ///
    /// `keys` belong to the rendition's tracks, video first. Declarations that the source of the keys supplies
    /// (`KeySet.declarations`) take precedence over generated ones. Throws if one declaration cannot describe all keys.
    package func declarations(
        of keys: [ContentKey], in set: KeySet, period: Int = 0
    ) throws(ProtectionError) -> [KeyDeclaration] {
        var distinct: [ContentKey] = []
        for key in keys where !distinct.contains(where: { $0.id == key.id }) { distinct.append(key) }
        guard let first = distinct.first else { return [] }
        let supplied = distinct.flatMap { set.declarations[$0.id] ?? [] }
        guard !systems.isEmpty else { return try Self.combined(supplied, distinct) }
        var declarations: [KeyDeclaration] = []
        for declared in systems {
            let own = supplied.filter { $0.systemID == declared.system.id?.bytes }
            let ready = try Self.combined(own, distinct).first
            if distinct.count > 1, ready == nil, !Self.describesSeveralKeys(declared) {
                throw .signalling(
                    "'\(declared.system.rawValue)' declares one key, and the tracks of a rendition have "
                        + "\(distinct.count); use one key for them, or separate renditions")
            }
            guard ready?.uri != nil || set.keys.count == 1 || declared.distinguishesKeys else {
                throw .signalling(
                    "the URI of '\(declared.system.rawValue)' is the same for \(set.keys.count) keys; "
                        + "add {kid} to '\(declared.uri ?? "")'")
            }
            declarations.append(try declaration(declared, distinct, first.id, period, ready))
        }
        return declarations
    }

    /// Whether a declaration of a system can contain several key identifiers.
    private static func describesSeveralKeys(_ declared: DeclaredSystem) -> Bool {
        switch declared.system {
        case .identity, .fairPlay: false
        case .widevine, .playReady, .common: true
        // Licence requests contain the identifiers, which players read from the media.
        case .clearKey: declared.uri != nil
        }
    }

    /// Removes repeated declarations. Throws for different ones of one system: playlists contain one for each system.
    private static func combined(
        _ declarations: [KeyDeclaration], _ keys: [ContentKey]
    ) throws(ProtectionError) -> [KeyDeclaration] {
        var result: [KeyDeclaration] = []
        for declaration in declarations where !result.contains(declaration) {
            guard !result.contains(where: { $0.systemID == declaration.systemID }) else {
                let system = declaration.systemID.flatMap { KeyIdentifier($0) }?.description ?? "identity"
                throw .signalling(
                    "the source of the keys declares \(keys.count) keys separately for the system \(system), and "
                        + "playlists contain one; use one key for the tracks of a rendition, or separate renditions")
            }
            result.append(declaration)
        }
        return result
    }

    /// Returns the declaration of a system: the supplied declaration, completed with generated values.
    private func declaration(
        _ declared: DeclaredSystem, _ keys: [ContentKey], _ id: KeyIdentifier, _ period: Int, _ ready: KeyDeclaration?
    ) throws(ProtectionError) -> KeyDeclaration {
        let system = declared.system
        var result = ready ?? KeyDeclaration(systemID: system.id?.bytes)
        if method != .aes128 {
            let scheme: ProtectionScheme = method == .cenc ? .cenc : .cbcs
            if result.systemBox == nil { result.systemBox = try system.box(keys, scheme) }
            if system == .playReady, result.playReadyObject == nil {
                result.playReadyObject = try PlayReadyHeader(keys, scheme).object
            }
        }
        result.keyFormat = result.keyFormat ?? system.keyFormat
        if result.keyFormat != nil, result.keyFormatVersions.isEmpty { result.keyFormatVersions = [1] }
        result.licenceURL =
            result.licenceURL ?? declared.licenceURL.map { DeclaredSystem.expand($0, id, period: period) }
        result.uri = result.uri ?? declared.uri.map { DeclaredSystem.expand($0, id, period: period) }
        if system == .widevine, keys.count == 1 { result.includesKeyIdentifier = true }
        guard result.uri == nil else { return result }
        switch system {
        case .identity, .common: break
        case .fairPlay: result.uri = "skd://\(id.hexadecimal)"
        case .widevine: result.uri = result.systemBox.map { Self.data($0) }
        case .playReady: result.uri = result.playReadyObject.map { Self.data($0, parameters: ";charset=UTF-16") }
        case .clearKey: result.uri = Self.data(id.bytes)
        }
        return result
    }

    /// Returns a `data:` URI (RFC 2397).
    private static func data(_ bytes: [UInt8], parameters: String = "") -> String {
        "data:text/plain\(parameters);base64,\(Data(bytes).base64EncodedString())"
    }
}

extension Sequence<KeyDeclaration> {
    /// The `pssh` boxes of the declarations, each once, for the initialization segment.
    package var systemBoxes: [UInt8] {
        var boxes: [[UInt8]] = []
        for box in compactMap(\.systemBox) where !boxes.contains(box) { boxes.append(box) }
        return boxes.flatMap { $0 }
    }
}
