package import ContentKeys
package import ContentProtection
import Media
package import StageKit

/// Keys in CPIX documents: a file, or a server that speaks SPEKE 2.
package struct CPIXOptions: KeyServerGroup, Hashable {
    package var file = ""
    package var url = ""
    package var contentID = ""
    package var labels: [KeyGroup] = []
    package var systems: [ProtectionSystem] = []
    package var certificate = ""
    package var privateKey = ""
    package var access = KeyServerAccess()

    package init() {}
    package static var fields: [OptionField<CPIXOptions>] {
        [
            .option("file", \.file, "CPIX document. {period} is replaced by the key period from 0."),
            .option("url", \.url, "URL of a server that speaks SPEKE 2, which is sent requests by POST."),
            .option("content-id", \.contentID, "Content identifier in requests, from which KIDs are derived."),
            .option(
                "labels", \.labels,
                "Track classes with separate keys in requests: audio, sd, hd, uhd1, uhd2, video or all, joined by + if "
                    + "they share one. Default: one key for all."),
            .option("systems", \.systems, "DRM systems whose data are requested; not identity."),
            .option(
                "certificate", \.certificate,
                "PEM file with the certificate to which the server encrypts keys. Without it, keys are sent in the clear "
                    + "over TLS."),
            .option(
                "private-key", \.privateKey, "PEM file with the RSA key that decrypts the keys of documents."),
        ] + accessFields
    }

    package var contradiction: (message: String, expected: String)? {
        guard file.isEmpty != url.isEmpty else { return ("exactly one of file and url is required", "file or url") }
        guard file.isEmpty else {
            let isEmpty = contentID.isEmpty && labels.isEmpty && systems.isEmpty && certificate.isEmpty
            return isEmpty
                ? nil
                : ("content-id, labels, systems and certificate are for requests to a url", "only file and private-key")
        }
        if let problem = server.contradiction ?? access.contradiction {
            return (problem, "url: https://speke.example.org/")
        }
        if contentID.isEmpty { return ("requests require content-id", "content-id: NAME") }
        if let label = KeyGroup.repeated(in: labels) {
            return ("labels contain '\(label.rawValue)' twice", "each track class once")
        }
        if systems.contains(.identity) {
            return ("'identity' is not a DRM system, so servers have no data of it", "systems without identity")
        }
        if certificate.isEmpty != privateKey.isEmpty {
            return ("certificate and private-key require each other", "both, or neither for keys in the clear")
        }
        return nil
    }

    private var server: KeyServer { access.server(url: url) }

    func provider(_ method: SegmentProtection.Method, rotates: Bool) -> any KeyProvider {
        guard file.isEmpty else {
            return CPIXFileProvider(
                path: file, recipient: privateKey.isEmpty ? nil : privateKey, method: method, rotates: rotates)
        }
        return SPEKEProvider(
            server, contentID: contentID, groups: labels, systems: systems, method: method,
            recipient: certificate.isEmpty ? nil : (certificate, privateKey))
    }
}
