import Digests
import HLS
import HTTPServer
import Media
import StageKit

/// Signs S3 requests according to "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)".
struct SignatureV4 {
    /// The parts of a request that are signed.
    struct Request {
        var method: String
        /// The percent-encoded path.
        var path: String
        /// The percent-encoded query without the question mark, in any order.
        var query = ""
        /// Header fields with names in any case. They must include Host.
        var fields: [(name: String, value: String)]
        /// The SHA-256 digest of the body, in hexadecimal digits.
        var payload: String
    }

    var credentials: S3Credentials
    /// The signing time, in seconds since 1970.
    var seconds: Int64
    var service = "s3"

    /// The signing time in the form 20130524T000000Z.
    var time: String {
        let text = DateTime(milliseconds: seconds * 1000).description
        return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private var scope: String { "\(time.prefix(8))/\(credentials.region)/\(service)/aws4_request" }

    /// Returns the header fields to add to a request. All of its fields are signed.
    func fields(for request: Request) -> [(name: String, value: String)] {
        var added = [("x-amz-date", time), ("x-amz-content-sha256", request.payload)]
        if !credentials.sessionToken.isEmpty { added.append(("x-amz-security-token", credentials.sessionToken.value)) }
        var request = request
        request.fields += added.map { (name: $0.0, value: $0.1) }
        let names = Self.sorted(request.fields).map(\.name).joined(separator: ";")
        added.append(
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),"
                    + "Signature=\(signature(of: request))"
            ))
        return added
    }

    private func signature(of request: Request) -> String {
        let fields = Self.sorted(request.fields)
        let query = request.query.split(separator: "&").map { $0.contains("=") ? String($0) : "\($0)=" }.sorted()
        let canonical = [
            request.method, request.path, query.joined(separator: "&"),
            fields.map { "\($0.name):\($0.value)\n" }.joined(), fields.map(\.name).joined(separator: ";"),
            request.payload,
        ].joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", time, scope, SHA256.text(of: canonical)].joined(separator: "\n")
        var key = Array("AWS4\(credentials.secretKey.value)".utf8)
        for word in [String(time.prefix(8)), credentials.region, service, "aws4_request"] {
            key = HMAC.sha256(of: word, key: key)
        }
        return HMAC.sha256(of: text, key: key).hexadecimal()
    }

    /// Returns the fields sorted, with lower-case names and with runs of spaces collapsed.
    private static func sorted(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        fields.map { field in
            (field.name.lowercased(), field.value.split(separator: " ").joined(separator: " "))
        }.sorted { $0.0 < $1.0 }
    }
}
