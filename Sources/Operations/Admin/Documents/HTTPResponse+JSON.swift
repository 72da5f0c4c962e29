package import HTTPServer
import HTTPStages
import Media
package import PipelineFile

extension HTTPResponse {
    /// Creates a response with a JSON document.
    package static func json(
        _ value: JSONValue, status: Int = 200, type: String = "application/json"
    ) -> HTTPResponse {
        HTTPResponse(
            status, [("Content-Type", type)], body: [ByteSlice(copying: Array(value.text.utf8) + [UInt8(ascii: "\n")])])
    }

    /// Creates a response with a value as a JSON document.
    package static func json(_ value: some Encodable) -> HTTPResponse {
        HTTPResponse(
            200, [("Content-Type", "application/json")],
            body: [ByteSlice(copying: EncodedJSON.bytes(value, isPretty: true) + [UInt8(ascii: "\n")])])
    }

    /// Creates a response with text.
    static func text(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(200, [("Content-Type", type)], body: [ByteSlice(copying: Array(text.utf8))])
    }
}
