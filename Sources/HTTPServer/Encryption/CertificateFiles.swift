import Glibc

/// The identities of a certificate's files, which change when they are renewed.
struct CertificateFiles: Sendable {
    /// The identity of one file.
    struct Identity: Sendable, Equatable {
        private let device: UInt
        private let inode: UInt
        private let size: Int
        private let modified: (seconds: Int, nanoseconds: Int)
        private let changed: (seconds: Int, nanoseconds: Int)

        /// The file at a path, or at the end of its symbolic links; nil if it cannot be examined.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
            modified = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }

        static func == (left: Identity, right: Identity) -> Bool {
            left.device == right.device && left.inode == right.inode && left.size == right.size
                && left.modified == right.modified && left.changed == right.changed
        }
    }

    let certificate: String
    let key: String

    /// The identities of both files.
    var identities: [Identity?] { [Identity(certificate), Identity(key)] }
}
