package import ContentKeys
import ContentProtection
package import StageKit

/// A key server with the protocol of the page on keys.
package struct KeyServerOptions: KeyServerGroup, Hashable {
    package var url = ""
    package var labels: [KeyGroup] = []
    package var content = ""
    package var access = KeyServerAccess()

    package init() {}
    package static var fields: [OptionField<KeyServerOptions>] {
        [
            .required(
                "url", \.url,
                "URL of the keys, in which {period}, {label} and {kid} are replaced. With {label} or {kid}, each key is "
                    + "requested separately."),
            .option(
                "labels", \.labels,
                "Track classes with separate keys: audio, sd, hd, uhd1, uhd2, video or all, joined by + if they share "
                    + "one."),
            .option(
                "content-id", \.content,
                "Name of the content, from which KIDs are derived if the server does not supply them. Default: the URL."
            ),
        ] + accessFields
    }

    package var contradiction: (message: String, expected: String)? {
        if let problem = server.contradiction ?? access.contradiction {
            return (problem, "url: https://keys.example.org/{period}.json")
        }
        if let label = KeyGroup.repeated(in: labels) {
            return ("labels contain '\(label.rawValue)' twice", "each track class once")
        }
        let isSingle = url.contains("{label}") || url.contains("{kid}")
        if labels.isEmpty == isSingle, url.contains("{label}") || !labels.isEmpty {
            return ("labels and {label} or {kid} in the URL require each other", "both, or neither")
        }
        return nil
    }

    var server: KeyServer { access.server(url: url) }

    var provider: KeyServerProvider {
        KeyServerProvider(server, groups: labels, content: content.isEmpty ? url : content)
    }
}
