import AssetDownloading
import HLS
import StageKit

/// Where resources are stored: an address that all paths are put behind.
struct StoreAddress: Sendable, Hashable {
    /// Scheme, host and port.
    let origin: String
    /// As it stands in the field Host.
    let host: String
    /// Escaped, from slash to slash.
    private let path: String
    /// Goes with every request, as where access is granted by it; it may be secret.
    let query: String?

    /// Throws `invalid-options`, never repeating what may be secret.
    init(_ text: String) throws(StageError) {
        let bare = String(text.prefix { $0 != "?" && $0 != "#" })
        guard let address = WebAddress(bare), let start = bare.firstRange(of: "://")?.upperBound else {
            throw StageError(.invalidOptions, "url: that is not an address; https://store.example.org/live/ is one")
        }
        let rest = bare[start...]
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else {
            throw StageError(.invalidOptions, "url: it has a name or a password in it; use the option basic")
        }
        guard !text.contains("#") else {
            throw StageError(.invalidOptions, "url: it has a fragment, which is never sent; leave out what follows #")
        }
        origin = "\(address.scheme)://\(authority)"
        let standard = address.scheme == "https" ? ":443" : ":80"
        host =
            authority.lowercased().hasSuffix(standard) ? String(authority.dropLast(standard.count)) : String(authority)
        var names: [String] = []
        for name in rest.dropFirst(authority.count).utf8.split(separator: UInt8(ascii: "/")) {
            guard let decoded = ResourcePath.decoded(name), decoded != ".", decoded != ".." else {
                throw StageError(.invalidOptions, "url: its path climbs, or has escapes that are none")
            }
            names.append(Self.escaped(decoded))
        }
        path = names.isEmpty ? "/" : "/\(names.joined(separator: "/"))/"
        query = text.firstIndex(of: "?").map { String(text[text.index(after: $0)...]) }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// The path of a resource as it is sent; nil where it would climb.
    func path(of resource: String) -> String? {
        let names = resource.split(separator: "/", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        return path + names.map { Self.escaped(String($0)) }.joined(separator: "/")
    }

    /// The address of a resource, as libcurl is to ask for it.
    func url(ofPath path: String) -> String { origin + path + (query.map { "?\($0)" } ?? "") }

    /// What messages call the store.
    var name: String { origin + path }

    /// All but unreserved characters as escapes (RFC 3986 2.3), which signatures of S3 need exactly so.
    private static func escaped(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
