import Glibc
import StageKit

/// Reads small files and says in words why one cannot be read.
package enum TextFile {
    /// Why a file cannot be read.
    package struct Problem: Error {
        package var code: String
        /// Lower case, no full stop.
        package var message: String
    }

    /// The bytes of a file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let chunk = try chunk(descriptor, path, upTo: min(1 << 16, limit + 1 - bytes.count))
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        throw Problem(code: "limit-reached", message: "'\(path)' is larger than \(limit >> 10) KiB")
    }

    private static func chunk(_ descriptor: Int32, _ path: String, upTo size: Int) throws(Problem) -> [UInt8] {
        var got = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            repeat { got = Glibc.read(descriptor, buffer.baseAddress, size) } while got < 0 && errno == EINTR
            count = max(got, 0)
        }
        guard got >= 0 else { throw unreadable(path) }
        return chunk
    }

    private static func unreadable(_ path: String) -> Problem {
        let reason = String(cString: strerror(errno))
        return Problem(
            code: "unreadable-file",
            message: "cannot read '\(path)': \(reason.prefix(1).lowercased() + reason.dropFirst())")
    }
}

extension SourceText {
    /// The text in these bytes; throws where they are not UTF-8.
    init(path: String, bytes: [UInt8]) throws(Diagnostic) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self.init(path: path, text: text)
            return
        }
        let valid = Self.validPrefix(bytes)
        let location = SourceText(path: path, text: String(decoding: bytes[..<valid], as: UTF8.self))
            .location(ofByte: valid)
        throw Diagnostic(
            code: "bad-yaml", message: "the file is not UTF-8 text", at: location,
            notes: ["byte \(valid) is 0x\(String(bytes[valid], radix: 16))"])
    }

    /// How many bytes at the beginning are UTF-8.
    private static func validPrefix(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            valid += UTF8.encode(scalar).map { $0.count } ?? 1
        }
        return min(valid, max(bytes.count - 1, 0))
    }
}
