package import HTTPServer
import HTTPStages
package import PipelineFile

/// An error response (RFC 9457).
package struct ProblemDetails: Error, Sendable {
    /// The status code.
    package var status: Int
    /// A stable identifier of the kind of error, the end of the member `type`.
    package var code: String
    package var detail: String
    /// Further members.
    package var members: JSONValue = [:]

    /// The value of the field Allow; nil unless the method is not allowed.
    var allow: String?

    package init(_ status: Int, _ code: String, _ detail: String, _ members: JSONValue = [:]) {
        (self.status, self.code, self.detail, self.members) = (status, code, detail, members)
    }

    static let unauthorized = ProblemDetails(401, "unauthorized", "a bearer token is required")
    static let tooManyRequests = ProblemDetails(429, "too-many-requests", "too many requests; wait before the next one")
    static let notFound = ProblemDetails(404, "not-found", "there is no such resource; /openapi.json lists them")

    /// The media type of error responses.
    static let contentType = "application/problem+json"

    /// The members of the JSON object.
    package var json: JSONValue {
        .merged(
            [
                "type": .string("/problems#\(code)"), "title": .string(Self.title(status)),
                "status": .integer(status), "detail": .string(detail),
            ], members)
    }

    /// The response.
    package var response: HTTPResponse {
        var response = HTTPResponse.json(json, status: status, type: Self.contentType)
        if status == 401 { response.fields.append(("WWW-Authenticate", "Bearer")) }
        if let allow { response.fields.append(("Allow", allow)) }
        if status == 429 { response.fields.append(("Retry-After", "1")) }
        return response
    }

    private static func title(_ status: Int) -> String {
        switch status {
        case 400: "Invalid request"
        case 401: "Token required"
        case 403: "Denied"
        case 404: "Not found"
        case 405: "Method not allowed"
        case 409: "Not possible now"
        case 421: "Wrong host name"
        case 422: "Invalid pipeline file"
        case 429: "Too many requests"
        case 503: "Not available"
        default: "Error \(status)"
        }
    }
}
