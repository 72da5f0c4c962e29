/// Identifies a resource that held requests wait for, by presentation and path.
package struct ResourceKey: Sendable, Hashable {
    package var presentation: String
    package var path: String

    package init(presentation: String, path: String) {
        self.presentation = presentation
        self.path = path
    }
}
