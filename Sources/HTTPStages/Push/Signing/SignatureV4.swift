import HLS
import StageKit

/// Signs requests to S3 as "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" says.
struct SignatureV4 {
    /// What is signed of a request.
    struct Request {
        var method: String
        /// Escaped as it is sent.
        var path: String
        /// Escaped, in any order, without the question mark.
        var query = ""
        /// Names in any case; the host is among them.
        var fields: [(name: String, value: String)]
        /// SHA-256 of the body in hexadecimal digits.
        var payload: String
    }

    var access: S3Access
    /// Since 1970.
    var seconds: Int64
    var service = "s3"

    /// The time as it is signed: 20130524T000000Z.
    var time: String {
        let text = DateTime(milliseconds: seconds * 1000).description
        return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private var scope: String { "\(time.prefix(8))/\(access.region)/\(service)/aws4_request" }

    /// The fields that a request gets beside those of its own, which are all signed.
    func fields(for request: Request) -> [(name: String, value: String)] {
        var added = [("x-amz-date", time), ("x-amz-content-sha256", request.payload)]
        if !access.sessionToken.isEmpty { added.append(("x-amz-security-token", access.sessionToken.value)) }
        var request = request
        request.fields += added.map { (name: $0.0, value: $0.1) }
        let names = Self.sorted(request.fields).map(\.name).joined(separator: ";")
        added.append(
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(access.accessKey)/\(scope),SignedHeaders=\(names),"
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
        let text = ["AWS4-HMAC-SHA256", time, scope, SHA256Digest.text(of: canonical)].joined(separator: "\n")
        var key = Array("AWS4\(access.secretKey.value)".utf8)
        for word in [String(time.prefix(8)), access.region, service, "aws4_request"] {
            key = authenticationCode(of: word, key: key)
        }
        return authenticationCode(of: text, key: key).hexadecimal
    }

    /// Names in lower case and in order; runs of spaces are one.
    private static func sorted(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        fields.map { field in
            (field.name.lowercased(), field.value.split(separator: " ").joined(separator: " "))
        }.sorted { $0.0 < $1.0 }
    }
}
