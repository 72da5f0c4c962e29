/// The record of a published presentation.
package struct StitchedJob: Sendable, Hashable, Codable {
    static let schema = "sluice-job-stitched-1"

    package var schema = Self.schema
    package var plan: String
    package var byteCount: Int
}
