/// The declaration of a segment's keys to players of one key system.
public struct KeyDeclaration: Sendable, Hashable {
    /// The identifier of the DRM system, of 16 bytes; nil for keys that a server delivers as such (`identity`).
    public var systemID: [UInt8]?
    /// KEYFORMAT in HLS playlists; nil for `identity`.
    public var keyFormat: String?
    /// KEYFORMATVERSIONS in HLS playlists; empty means 1.
    public var keyFormatVersions: [Int] = []
    /// URI in EXT-X-KEY of media playlists; nil for systems that only manifests declare.
    public var uri: String?
    /// URI in EXT-X-SESSION-KEY of the multivariant playlist, if it differs from ``uri``.
    public var sessionURI: String?
    /// Whether EXT-X-KEY contains the key identifier as KEYID, as Widevine's format requires.
    public var includesKeyIdentifier = false
    /// A complete `pssh` box for manifests; nil without one.
    public var systemBox: [UInt8]?
    /// The PlayReady object for `mspr:pro` in manifests; nil for other systems.
    public var playReadyObject: [UInt8]?
    /// The URL of the licence server for manifests; nil if players are configured with it.
    public var licenceURL: String?

    /// The declaration of a system; nil for keys that a server delivers as such.
    public init(systemID: [UInt8]? = nil, keyFormat: String? = nil, uri: String? = nil) {
        self.systemID = systemID
        self.keyFormat = keyFormat
        self.uri = uri
    }
}
