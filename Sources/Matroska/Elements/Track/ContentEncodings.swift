/// The compression and encryption of a track's frames (RFC 9559 5.1.4.1.31).
package struct ContentEncodings: MasterElement {
    package static let id: ElementID = 0x6d80
    package static let fields: [ElementField<Self>] = [.masters("ContentEncoding", \.encodings)]

    package var encodings: [ContentEncoding] = []

    package init() {}
}
