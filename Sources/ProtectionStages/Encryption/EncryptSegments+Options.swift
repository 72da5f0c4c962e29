import ContentProtection
public import Media
public import StageKit

extension SegmentProtection.Method: OptionValue {}

extension EncryptSegments {
    package struct Options: StageOptions, Hashable {
        package var method = SegmentProtection.Method.cbcs
        package var keys = KeySourceOptions()
        package var keyURI: String?
        package var systems: [KeySystemChoice] = []
        package var rotation: RotationOption?
        /// nil for fragments with parts and rotation.
        package var describesFragments: Bool?

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "method", \.method,
                    "Method of encryption: aes-128 for whole segments; cbcs for samples, which all DRM systems and Apple "
                        + "devices decrypt; cenc for samples, in DASH and older devices."),
                .required("keys", \.keys, "Source of the keys."),
                .option(
                    "key-uri", \.keyURI,
                    "URI from which players load the key itself, in which {kid}, {uuid} and {period} are replaced. The "
                        + "same as the system identity with this uri."),
                .option(
                    "systems", \.systems,
                    "Key systems that playlists and manifests declare; those of the key source if it declares any."),
                .option("rotation", \.rotation, "Rotation of the keys; without it, the same keys for all segments."),
                .option(
                    "describe-fragments", \.describesFragments,
                    "Describes the key in each fragment too (seig and pssh), for players that keep one initialization "
                        + "segment; by default where parts and rotation meet, because hls.js appends the first parts of "
                        + "a key period after the former initialization segment. AirPlay televisions reject it."),
            ]
        }

        /// The declarations of keys to players. Throws for systems that contradict the method or the rotation.
        func signalling() throws(StageError) -> KeySignalling {
            var declared = systems.map(\.option.declared)
            if let keyURI { declared.insert(DeclaredSystem(.identity, uri: keyURI), at: 0) }
            if method == .aes128, declared.isEmpty {
                throw StageError(
                    .invalidOptions, "aes-128 requires the URI from which players load the key; set key-uri")
            }
            do {
                let signalling = try KeySignalling(declared, method: method)
                if rotation != nil, let system = signalling.systemWithoutPeriods {
                    throw ProtectionError.signalling(
                        "the URI of '\(system.rawValue)' is the same in all key periods; add {kid} or {period} to it")
                }
                return signalling
            } catch {
                throw StageError(.invalidOptions, "\(error)")
            }
        }
    }
}
