/// The content of a text file as a value, such as a playlist.
///
/// Stages that know the type read the value; all others use the text. A format conforms to this protocol without knowing
/// the stages, and the stages carry the value without knowing the format.
package protocol TypedContent: Sendable, Equatable {
    /// The text for a server that returns stored files unchanged.
    var text: String { get }
    /// The approximate size of the value in memory, in bytes, which counts towards the limits of queues.
    var memorySize: Int { get }
}
