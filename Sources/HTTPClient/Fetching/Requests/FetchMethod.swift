/// The HTTP method of a request.
package enum FetchMethod: Sendable {
    case get
    /// Requests the header only.
    case head
    /// Uploads this body.
    case put(any FetchBody)
    /// Sends this body for processing.
    case post(any FetchBody)
    /// Deletes the resource.
    case delete
}
