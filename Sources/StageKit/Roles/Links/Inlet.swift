/// The input of a stage.
public protocol Inlet<Input>: Sendable {
    associatedtype Input: Payload
    /// Returns the next messages, at least one; nil after the last. Throws when the run is aborted or has failed.
    func receive() async throws -> [Message<Input>]?
    /// Sends a request to the stages above.
    func request(_ request: UpstreamRequest)
}
