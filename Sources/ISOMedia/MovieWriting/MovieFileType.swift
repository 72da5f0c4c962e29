import Media

/// The types of movie files that can be written.
package enum MovieFileType: String, Sendable, Hashable, CaseIterable {
    case mp4
    case mov
    case m4v
    case m4a

    /// The type for a file name's extension; nil for other extensions.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "qt": self = .mov
        case let text: self.init(rawValue: text)
        }
    }

    package var flavour: MovieBox.Flavour { self == .mov ? .quickTime : .isoBaseMedia }

    /// The brands of `ftyp`. Signed offsets, fragments and roll groups require iso6.
    package var brands: FileBrands {
        switch self {
        case .mp4: FileBrands(major: "mp42", minorVersion: 1, compatible: ["mp42", "isom", "iso6", "mp41"])
        case .mov: FileBrands(major: "qt  ", compatible: ["qt  "])
        case .m4v: FileBrands(major: "M4V ", minorVersion: 1, compatible: ["M4V ", "mp42", "isom", "iso6"])
        case .m4a: FileBrands(major: "M4A ", minorVersion: 1, compatible: ["M4A ", "mp42", "isom", "iso6"])
        }
    }
}

extension FileBrands {
    /// The bytes of an `ftyp` box.
    package var fileTypeBox: [UInt8] {
        var writer = ByteWriter()
        writer.write(FileTypeBox(self))
        return writer.bytes
    }
}
