/// A file whose content a storage maps, so that sinks can let the kernel copy the bytes.
public protocol FileBacking: Sendable {
    /// An open file descriptor, valid while the storage exists.
    var descriptor: Int32 { get }
    /// The absolute path of the file; nil when unknown. Offset 0 of the storage is offset 0 of the file.
    var absolutePath: String? { get }
}

extension FileBacking {
    public var absolutePath: String? { nil }
}
