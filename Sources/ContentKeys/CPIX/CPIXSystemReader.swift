import ContentProtection
import HLS
import Media

/// Reads how players of a DRM system obtain a key.
struct CPIXSystemReader {
    private let document: XMLDocument

    init(_ document: XMLDocument) { self.document = document }

    func declaration(_ element: XMLElement) throws(ProtectionError) -> (KeyIdentifier, KeyDeclaration) {
        guard let id = element.attributes["kid"].flatMap({ KeyIdentifier($0) }),
            let system = element.attributes["systemId"].flatMap({ KeyIdentifier($0) })
        else { throw .keyFile("a DRMSystem has no valid 'kid' and 'systemId'") }
        var declaration = KeyDeclaration(systemID: system.bytes, keyFormat: Self.keyFormat(of: system))
        if let box = element.child("PSSH") { declaration.systemBox = try systemBox(try document.data(of: box), system) }
        if let uri = element.child("URIExtXKey") {
            declaration.uri = String(decoding: try document.data(of: uri), as: UTF8.self)
        }
        for signalling in element.children("HLSSignalingData") {
            let text = String(decoding: try document.data(of: signalling), as: UTF8.self)
            guard let key = Self.key(in: text) else { continue }
            // Version 2.1 of CPIX had one element, for media playlists.
            if signalling.attributes["playlist"] == "master" {
                declaration.sessionURI = key.uri
                declaration.uri = declaration.uri ?? key.uri
            } else {
                declaration.uri = key.uri
                declaration.keyFormatVersions = key.keyFormatVersions
                declaration.includesKeyIdentifier = key.unknownAttributes.contains { $0.name == "KEYID" }
            }
            declaration.keyFormat = key.keyFormat ?? declaration.keyFormat
        }
        if let object = element.child("SmoothStreamingProtectionHeaderData") {
            declaration.playReadyObject = try document.data(of: object)
        }
        if let protection = element.child("ContentProtectionData") {
            try read(try document.data(of: protection), system, into: &declaration)
        }
        for text in [declaration.uri, declaration.sessionURI, declaration.licenceURL].compactMap({ $0 }) {
            guard text.unicodeScalars.allSatisfy({ (0x21..<0x7f).contains($0.value) && $0 != "\"" }) else {
                throw .keyFile("a URI of the system \(system) contains characters that URIs must not contain")
            }
        }
        return (id, declaration)
    }

    /// Reads the elements that a manifest's `ContentProtection` contains.
    private func read(
        _ fragment: [UInt8], _ system: KeyIdentifier, into declaration: inout KeyDeclaration
    ) throws(ProtectionError) {
        guard fragment.contains(where: { $0 > 0x20 }) else { return }
        // The fragment may have several roots, and prefixes that only the manifest declares.
        let text =
            Array(
                #"<list xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013" "#.utf8)
            + Array(
                #"xmlns:mspr="urn:microsoft:playready" xmlns:dashif="https://dashif.org/CPS" "#.utf8)
            + Array(#"xmlns:clearkey="http://dashif.org/guidelines/clearKey">"#.utf8) + fragment + Array("</list>".utf8)
        let content: XMLDocument
        do throws(ProtectionError) {
            content = try text.withUnsafeBufferPointer { bytes throws(ProtectionError) in
                try XMLDocument(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            throw .keyFile("ContentProtectionData of the system \(system): \(error)")
        }
        if let box = content.root.descendant("pssh"), declaration.systemBox == nil {
            declaration.systemBox = try systemBox(try content.data(of: box), system)
        }
        if let object = content.root.descendant("pro"), declaration.playReadyObject == nil {
            declaration.playReadyObject = try content.data(of: object)
        }
        for name in ["Laurl", "laurl"] {
            guard let url = content.root.descendant(name).map({ content.text(of: $0) }), !url.isEmpty else { continue }
            declaration.licenceURL = url
        }
    }

    /// Returns the box, after validating its size, type and system.
    private func systemBox(_ bytes: [UInt8], _ system: KeyIdentifier) throws(ProtectionError) -> [UInt8] {
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 32, size == bytes.count, bytes[4..<8].elementsEqual("pssh".utf8) else {
            throw .keyFile("PSSH of the system \(system) is not one complete 'pssh' box")
        }
        guard bytes[12..<28].elementsEqual(system.bytes) else {
            throw .keyFile("PSSH of the system \(system) is for another system")
        }
        return bytes
    }

    /// Returns the key of the first EXT-X-KEY or EXT-X-SESSION-KEY in lines of a playlist.
    static func key(in lines: String) -> EncryptionKey? {
        for line in lines.split(whereSeparator: \.isNewline) {
            guard let tag = ["#EXT-X-KEY:", "#EXT-X-SESSION-KEY:"].first(where: { line.hasPrefix($0) }) else {
                continue
            }
            let text =
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:\(line.dropFirst(tag.count))\n#EXTINF:1,\nsegment\n"
            guard case .media(let playlist)? = try? Playlist.parse(text, tolerance: .tolerant).playlist else {
                continue
            }
            return playlist.segments.first?.keys.first
        }
        return nil
    }

    private static func keyFormat(of system: KeyIdentifier) -> String {
        // Older packagers know FairPlay by another identifier.
        if system.hexadecimal == "29701fe43cc74a348c5bae90c7439a47" { return "com.apple.streamingkeydelivery" }
        return ProtectionSystem.allCases.first { $0.id == system }?.keyFormat ?? "urn:uuid:\(system)"
    }
}
