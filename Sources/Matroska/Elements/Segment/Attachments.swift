package import Media

/// The files attached to a segment (RFC 9559 5.1.6).
package struct Attachments: MasterElement {
    package static let id: ElementID = 0x1941_a469
    package static let fields: [ElementField<Self>] = [.masters("AttachedFile", \.files)]

    package var files: [File] = []

    package init() {}

    package struct File: MasterElement {
        package static let id: ElementID = 0x61a7
        package static let fields: [ElementField<Self>] = [
            .text(0x466e, "FileName", \.name), .text(0x4660, "FileMediaType", \.mediaType),
            .binary(0x465c, "FileData", \.content),
        ]

        package var name = ""
        package var mediaType = ""
        package var content: ByteSlice?

        package init() {}
    }
}
