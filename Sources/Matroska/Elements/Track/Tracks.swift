/// The tracks of a segment (RFC 9559 5.1.4).
package struct Tracks: MasterElement {
    package static let id: ElementID = 0x1654_ae6b
    package static let fields: [ElementField<Self>] = [.masters("TrackEntry", \.entries)]

    package var entries: [TrackEntry] = []

    package init() {}
}
