import ContentKeys
import Foundation
package import Media
package import StageKit

/// The options of requests to key servers, which several option groups contain.
package struct KeyServerAccess: Sendable, Hashable {
    package var bearer = Secret()
    package var basic = Secret()
    package var headers: [Secret] = []
    package var ca = ""
    package var timeout = MediaTime.seconds(10)
    package var retries = 5
    package var plainHTTP = false

    package init() {}

    /// The reason why the options cannot be used, without their values; nil if they can.
    var contradiction: String? {
        if !bearer.isEmpty, !basic.isEmpty { return "bearer and basic are mutually exclusive" }
        for (key, secret) in [("bearer", bearer), ("basic", basic)]
        where secret.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "\(key) contains a character that is not allowed in a header field"
        }
        if !basic.isEmpty, !basic.value.contains(":") { return "basic does not have the form NAME:PASSWORD" }
        for (index, field) in headers.enumerated() where !Self.isField(field.value) {
            return "headers: field \(index + 1) does not have the form 'Name: value'"
        }
        return nil
    }

    func server(url: String) -> KeyServer {
        var server = KeyServer(url: url)
        server.fields = headers.map(\.value)
        if !bearer.isEmpty { server.fields.append("Authorization: Bearer \(bearer.value)") }
        if !basic.isEmpty {
            server.fields.append("Authorization: Basic \(Data(basic.value.utf8).base64EncodedString())")
        }
        server.authorities = ca.isEmpty ? nil : ca
        server.timeout = max(1, Int(timeout.seconds))
        server.permitsPlainHTTP = plainHTTP
        return server
    }

    private static func isField(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return false }
        let name = text[..<colon].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return name && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
