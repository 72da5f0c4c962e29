/// A resource that a playlist lists, and whether it is there.
package struct ListedResource: Sendable, Hashable {
    /// The role of the resource in the playlist.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case playlist
        case initialization = "initialization section"
        case segment, part, key
    }

    package var kind: Kind
    /// The URI as it is listed.
    package var uri: String
    /// The line that lists it.
    package var place: FindingPlace
    /// Why it cannot be had, such as a status of 404; nil where it is there.
    package var absence: String?

    package init(_ kind: Kind, uri: String, place: FindingPlace, absence: String? = nil) {
        self.kind = kind
        self.uri = uri
        self.place = place
        self.absence = absence
    }
}
