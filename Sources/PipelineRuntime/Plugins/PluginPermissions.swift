import Glibc
import StageKit

/// Rejects plugins that other users can modify, since the code of a plugin runs with the permissions of this process.
struct PluginPermissions {
    private let folder: PluginFolder
    private let user = geteuid()

    init(_ folder: PluginFolder) { self.folder = folder }

    /// Validates the folder, its build products, and all parent folders. Missing files are ignored; the loader reports
    /// them.
    func validate() throws(Diagnostic) {
        guard let resolved = realpath(folder.path, nil) else { return }
        defer { free(resolved) }
        let path = String(cString: resolved)
        try validate(path)
        let products = "\(path)/\(PluginFolder.productsName)"
        if try validate(products, isFolder: true) { try validate("\(products)/plugin.json", isFolder: false) }
        var parent = path
        while parent != "/", let slash = parent.lastIndex(of: "/") {
            parent = slash == parent.startIndex ? "/" : String(parent[..<slash])
            try validate(parent: parent)
        }
    }

    /// Validates the owner and permissions of the library.
    func validate(library name: String) throws(Diagnostic) {
        try validate("\(folder.products)/\(name)", isFolder: false)
    }

    /// Validates a file or folder. Symbolic links are rejected. Returns false when it does not exist.
    @discardableResult
    private func validate(_ path: String, isFolder: Bool) throws(Diagnostic) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG) else {
            throw Diagnostic(
                code: "plugin-damaged",
                message: "plugin '\(folder.name)' is not loaded: '\(path)' is not a \(isFolder ? "folder" : "file")",
                notes: ["remove it and build the plugin: sluice plugin build \(folder.path)"])
        }
        try validate(path)
        return true
    }

    private func validate(_ path: String) throws(Diagnostic) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        try validateOwner(status, path)
        guard status.st_mode & 0o022 == 0 else {
            throw Diagnostic(
                code: "plugin-writable",
                message: "plugin '\(folder.name)' is not loaded: users other than its owner can write to '\(path)'",
                notes: ["remove the permission: chmod go-w '\(path)'"])
        }
    }

    /// In a folder with the sticky bit, such as /tmp, only the owner of an entry can rename or remove it.
    private func validate(parent path: String) throws(Diagnostic) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        try validateOwner(status, path)
        guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
            throw Diagnostic(
                code: "plugin-writable",
                message:
                    "plugin '\(folder.name)' is not loaded: users other than the owner of '\(path)' can replace it",
                notes: ["move the plugin to another folder, or remove the permission: chmod go-w '\(path)'"])
        }
    }

    private func validateOwner(_ status: stat, _ path: String) throws(Diagnostic) {
        guard status.st_uid != 0, status.st_uid != user else { return }
        throw Diagnostic(
            code: "plugin-foreign-owner",
            message:
                "plugin '\(folder.name)' is not loaded: '\(path)' belongs to user \(status.st_uid), which is neither "
                + "root nor the user of this process (\(user))",
            notes: ["copy the plugin to a folder that you own, or change the owner: chown \(user) '\(path)'"])
    }
}
