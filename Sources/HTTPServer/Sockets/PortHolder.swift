import Glibc
import SystemFiles

/// Finds the process that listens on a TCP port, in `/proc`.
enum PortHolder {
    private static let maxTableBytes = 8 << 20
    /// The state of a listening socket in the tables of the kernel.
    private static let listening = "0A"

    /// Returns a process such as `nginx (process 4711)`; nil if it is not found, for example because it belongs to
    /// another user.
    static func find(_ port: UInt16) -> String? {
        let inodes = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { listeners(on: port, in: $0) }
        let sockets = Set(inodes.map { "socket:[\($0)]" })
        guard !sockets.isEmpty else { return nil }
        for process in entries("/proc") where process.allSatisfy(\.isNumber) {
            let folder = "/proc/\(process)/fd"
            guard entries(folder).contains(where: { link("\(folder)/\($0)").map { sockets.contains($0) } ?? false })
            else {
                continue
            }
            let name = text("/proc/\(process)/comm")?.split(separator: "\n").first.map(String.init) ?? "a process"
            return "\(name) (process \(process))"
        }
        return nil
    }

    /// Returns the inodes of the sockets that listen on a port.
    private static func listeners(on port: UInt16, in table: String) -> [Substring] {
        let digits = String(port, radix: 16, uppercase: true)
        let ending = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        return (text(table) ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[1].hasSuffix(ending), fields[3] == listening else { return nil }
            return fields[9]
        }
    }

    private static func text(_ path: String) -> String? {
        guard let bytes = try? RegularFile.read(path, limit: maxTableBytes) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func link(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
