/// Measurements of a fetch.
package struct FetchMeasures: Sendable, Hashable {
    /// The time from the request, including connecting, to the first byte of the response, in seconds.
    package var firstByte = 0.0
    /// The time to the last byte, in seconds.
    package var lastByte = 0.0
    /// The size of the body as transferred, in bytes.
    package var size = 0
    package var redirects = 0
    /// The major version from 1 to 3; nil if unknown.
    package var httpVersion: Int?

    package init() {}
}
