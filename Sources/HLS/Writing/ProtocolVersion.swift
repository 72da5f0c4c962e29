import Media

extension Playlist {
    /// Returns the lowest protocol version for the features in use; a parsed media playlist requires version 3 only if
    /// its durations have decimals.
    func minimumVersion(hasFractions: Bool) -> Int {
        switch self {
        case .media(let playlist): playlist.minimumVersion(hasFractions: hasFractions)
        case .multivariant(let playlist): playlist.requiredVersion
        }
    }
}

// The rules for versions are in RFC 8216bis 8.
extension MediaPlaylist {
    /// The lowest protocol version for the features in use; durations are written with decimals.
    package var minimumVersion: Int { minimumVersion(hasFractions: true) }

    func minimumVersion(hasFractions: Bool) -> Int {
        var version = definitions.isEmpty ? 1 : 8
        if definitions.contains(where: \.isQueryParameter) { version = 11 }
        if let skip { version = max(version, skip.removedDateRanges.isEmpty ? 9 : 10) }
        if isIFramesOnly { version = max(version, 4) }
        if hasFractions { version = max(version, 3) }
        for segment in segments { version = max(version, segment.minimumVersion(isIFrame: isIFramesOnly)) }
        if let upcoming { version = max(version, upcoming.minimumVersion(isIFrame: isIFramesOnly)) }
        return version
    }
}

extension MediaSegment {
    fileprivate func minimumVersion(isIFrame: Bool) -> Int {
        if initialization != nil, !isIFrame { return 6 }
        let keyVersion = keys.isEmpty ? 1 : keys.reduce(1) { max($0, $1.minimumVersion) }
        if initialization != nil { return max(5, keyVersion) }
        return max(byteRange == nil ? 1 : 4, keyVersion)
    }
}

extension EncryptionKey {
    fileprivate var minimumVersion: Int {
        if keyFormat != nil || !keyFormatVersions.isEmpty || method != .aes128 { return 5 }
        return initializationVector == nil ? 1 : 2
    }
}

extension VariableDefinition {
    fileprivate var isQueryParameter: Bool {
        if case .queryParameter = self { true } else { false }
    }
}

extension MultivariantPlaylist {
    /// The lowest protocol version for the features in use (RFC 8216bis 8).
    ///
    /// Renditions and I-frame variants were introduced in version 4; older clients would misinterpret them.
    package var minimumVersion: Int {
        max(renditions.isEmpty && iFrameVariants.isEmpty ? 1 : 4, requiredVersion)
    }

    /// The version that the specification requires.
    fileprivate var requiredVersion: Int {
        var version = definitions.isEmpty ? 1 : 8
        if definitions.contains(where: \.isQueryParameter) { version = 11 }
        for key in sessionKeys { version = max(version, key.minimumVersion) }
        for variant in variants + iFrameVariants where variant.hasRequirements { version = max(version, 12) }
        for rendition in renditions {
            guard let id = rendition.instreamID else { continue }
            if rendition.kind != .closedCaptions {
                version = max(version, 13)
            } else if id.hasPrefix("SERVICE") {
                version = max(version, 7)
            }
        }
        return version
    }
}

extension Variant {
    /// Whether it has an attribute that clients must support.
    fileprivate var hasRequirements: Bool {
        !requiredVideoLayout.isEmpty || unknownAttributes.contains { $0.name.hasPrefix("REQ-") }
    }
}
