import Media

/// The properties of the document in a PlayReady object.
package struct PlayReadyDescription: Sendable, Hashable {
    /// Such as `4.3.0.0`; nil if the document is not a PlayReady header.
    package var version: String?
    /// The key identifiers of 16 bytes each.
    package var keyIDs: [[UInt8]] = []
    /// The algorithms of the keys: `AESCTR` or `AESCBC`, each once.
    package var algorithms: [String] = []
    /// The URL of the licence server.
    package var licenceURL: String?

    /// Reads the document of an object. Parts that cannot be read are omitted.
    package init(_ object: PlayReadyObject) {
        let bytes = Array(object.document.utf8)
        var scanner = MarkupScanner(bytes)
        func text(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: bytes[$0].prefix(64), as: UTF8.self) }
        }
        while let tag = scanner.next() {
            guard !tag.isEnd else { continue }
            switch tag.localName {
            case "WRMHEADER": version = text(tag["version"])
            case "ALGID": add(algorithm: String(decoding: scanner.text.prefix(16), as: UTF8.self))
            case "LA_URL": licenceURL = String(decoding: scanner.text.prefix(2048), as: UTF8.self)
            case "KID":
                add(algorithm: text(tag["ALGID"]))
                let value = tag["VALUE"].map { bytes[$0] } ?? scanner.text
                guard keyIDs.count < SystemBoxContent.maximumKeyCount, let id = Base64Text.decode(value), id.count == 16
                else { continue }
                keyIDs.append(PlayReadyObject.swapped(id))
            default: break
            }
        }
    }

    private mutating func add(algorithm: String?) {
        guard let algorithm, !algorithms.contains(algorithm), algorithms.count < 4 else { return }
        algorithms.append(algorithm)
    }

    /// The codes of the schemes that the algorithms permit; nil if the document contains none.
    package var schemes: [String]? {
        guard !algorithms.isEmpty else { return nil }
        return algorithms.flatMap { $0 == "AESCBC" ? ["cbcs"] : $0 == "AESCTR" ? ["cenc"] : [] }
    }
}
