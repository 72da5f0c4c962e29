import Glibc
import HTTPServer
package import OnDemand
package import StageKit

/// The options of a server of movies: its folders, and the options of `http.origin` for connections and access.
package struct MovieServerOptions: OptionMapping, Hashable {
    package var listen = ListenAddress()
    package var folders: [FolderOption] = []
    package var connections = 4096
    package var threads = 0
    package var pages = "*"
    package var token = Secret()
    package var signingKey = Secret()
    package var player = PlayerBuild.automatic
    package var page = false
    package var tls = false
    package var certificate = ""
    package var key = ""

    package init() {}
    package static var fields: [OptionField<MovieServerOptions>] {
        [
            .option("listen", \.listen, "IP address and port; port 0 selects a free port."),
            .option("folders", \.folders, "Folders with movies, and the settings of their presentations; required."),
            .option(
                "connections", \.connections, in: 16...100_000,
                "Maximum number of connections. Idle connections are closed for new ones."),
            .option(
                "threads", \.threads, in: 0...64,
                "Number of threads that send responses; 0 for one for each processor, at most 8."),
            .option(
                "pages", \.pages,
                "Web origin whose pages may read responses (CORS), such as https://example.org; * for all."),
            .option("token", \.token, "Bearer token that requests must present in Authorization; empty for none."),
            .option(
                "signing-key", \.signingKey,
                "Key of signed URLs, at least 16 characters; 'sluice sign' creates the URLs. Empty for none."),
            .option(
                "player", \.player, "File with a build of hls.js for the pages, as for http.origin; empty for none."),
            .option(
                "page", \.page,
                "Serves a page that lists and plays the movies, and names the commands that mend those that cannot be streamed "
                    + "as they are. Requests for it need the token like all others."),
            .option(
                "tls", \.tls,
                "Encrypts connections. Without a certificate, each start generates one for localhost."),
            .option(
                "certificate", \.certificate,
                "PEM file with the certificate chain for tls. Renewed files are read within a second, without a restart."
            ),
            .option("key", \.key, "PEM file with the private key of the certificate."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if folders.isEmpty { return ("there is no folder", "folders: [{ folder: films }]") }
        guard certificate.isEmpty == key.isEmpty, tls || key.isEmpty else {
            return ("certificate and key require each other and tls: true", "all three")
        }
        guard signingKey.isEmpty || SigningKey.isLongEnough(signingKey.value) else {
            return (
                "signing-key: fewer than \(SigningKey.minimumLength) characters", "a key of 'openssl rand -hex 32'"
            )
        }
        for (name, value) in [("pages", pages), ("token", token.value)]
        where value.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            return ("\(name): contains a character that is not allowed in a header field", "printable ASCII")
        }
        return nil
    }

    var access: AccessPolicy {
        AccessPolicy(presentationsFor: pages, token: token.value, signingKey: signingKey.value)
    }

    /// Makes relative paths relative to a folder, whose path ends with a slash or is empty.
    package mutating func resolve(below folder: String) {
        for index in folders.indices where folders[index].url == nil && !folders[index].folder.hasPrefix("/") {
            folders[index].folder = folder + folders[index].folder
        }
        if !certificate.isEmpty, !certificate.hasPrefix("/") { certificate = folder + certificate }
        if !key.isEmpty, !key.hasPrefix("/") { key = folder + key }
    }

    /// Whether some folders are remote.
    package var areRemote: Bool { folders.contains { $0.url != nil } }

    /// The folders that cannot be read at present, with their places in the list and the reasons.
    package var unreadableFolders: [(index: Int, path: String, reason: String)] {
        folders.enumerated().compactMap { index, folder in
            guard folder.url == nil, Glibc.access(folder.folder, R_OK | X_OK) != 0 else { return nil }
            return (index, folder.folder, String(cString: strerror(errno)).lowercased())
        }
    }

    /// The folders as they are served; `remote` opens folders with a URL, and throws if its URL cannot be used.
    package func openFolders(
        remote: (_ url: String) throws(StageError) -> any RemoteMovies
    ) throws(StageError) -> [ServedFolder] {
        var opened: [ServedFolder] = []
        for folder in folders {
            if let url = folder.url {
                opened.append(folder.serving(try remote(url), amongst: folders.count))
            } else {
                opened.append(folder.serving(amongst: folders.count))
            }
        }
        return opened
    }
}
