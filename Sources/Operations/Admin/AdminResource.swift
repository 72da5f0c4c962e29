import HTTPServer
import HTTPStages
import Media

/// A static file that the admin listener serves, such as a file of the console.
package struct AdminResource: Sendable {
    /// The path below the listener, such as `/` or `/console.js`.
    package var path: String
    package var contentType: String
    package var bytes: [UInt8]

    package init(path: String, contentType: String, text: String) {
        (self.path, self.contentType, bytes) = (path, contentType, Array(text.utf8))
    }

    package init(path: String, contentType: String, bytes: [UInt8]) {
        (self.path, self.contentType, self.bytes) = (path, contentType, bytes)
    }

    /// The response.
    var response: HTTPResponse {
        HTTPResponse(
            200, [("Content-Type", contentType), ("Content-Security-Policy", ConsolePage.contentSecurityPolicy)],
            body: [ByteSlice(copying: bytes)])
    }
}
