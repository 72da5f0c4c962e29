/// A resource that a playlist lists, and its availability.
package struct ListedResource: Sendable, Hashable {
    /// The role of the resource in the playlist.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case playlist
        case initialization = "initialization section"
        case segment, part, key
        case sessionData = "session data"
    }

    package var kind: Kind
    /// The URI in the playlist.
    package var uri: String
    /// The location of the line that lists it.
    package var place: FindingPlace
    /// The reason why it cannot be loaded, such as status 404, or used; nil if it is available.
    package var absence: String?

    package init(_ kind: Kind, uri: String, place: FindingPlace, absence: String? = nil) {
        self.kind = kind
        self.uri = uri
        self.place = place
        self.absence = absence
    }
}
