package import Media

/// The part of a file that a request selects: conditional and range requests (RFC 9110 13 and 14).
package struct FileSelection: Sendable, Hashable {
    /// The status code: 200, 206, 304 or 416.
    package let status: Int
    /// The selected bytes; empty without a body.
    package let range: Range<Int>
    private let size: Int

    /// The selection of a request from a file of `size` bytes, whose content `tag` identifies.
    package init(_ request: HTTPRequest, tag: String, size: Int) {
        self.size = size
        guard !request.has(tag) else {
            (status, range) = (304, 0..<0)
            return
        }
        let isOfThis = request.ifRange == nil || request.ifRange == tag
        switch RangeRequest(isOfThis ? request.range : nil, size: size) {
        case .whole: (status, range) = (200, 0..<size)
        case .part(let part): (status, range) = (206, part)
        case .unsatisfiable: (status, range) = (416, 0..<0)
        }
    }

    /// Returns the response with these fields and the selected bytes.
    package func response(_ fields: [(name: String, value: String)], body: [ByteSlice]) -> HTTPResponse {
        if status == 416 {
            var response = HTTPResponse.text(416, "the range starts past the end", cache: .never)
            response.fields.append(("Content-Range", "bytes */\(size)"))
            return response
        }
        var response = HTTPResponse(status, fields, body: status == 304 ? [] : body)
        if status == 206 {
            response.fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
        }
        return response
    }
}
