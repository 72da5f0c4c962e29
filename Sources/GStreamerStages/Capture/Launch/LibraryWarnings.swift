/// The warnings of GStreamer and its elements about a launch description, collected while its elements are created.
final class LibraryWarnings {
    /// The values that elements rejected, as the object library reports them.
    private(set) var rejectedValues: [String] = []
    private(set) var others: [String] = []

    func append(_ message: String, isProperty: Bool) {
        if isProperty { rejectedValues.append(message) } else { others.append(message) }
    }
}
