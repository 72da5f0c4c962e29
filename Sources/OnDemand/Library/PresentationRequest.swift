/// A presentation that clients request: a name below the folders, and the selected part.
package struct PresentationRequest: Sendable, Hashable, CustomStringConvertible {
    package var name: String
    package var selection: PresentationSelection

    package init(_ name: String, _ selection: PresentationSelection = PresentationSelection()) {
        (self.name, self.selection) = (name, selection)
    }

    package var description: String { selection.isEmpty ? name : "\(name)?\(selection)" }
}
