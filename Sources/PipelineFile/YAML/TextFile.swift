import StageKit
package import SystemFiles

/// Reads small text files and describes failures for users.
package enum TextFile {
    /// The reason why a file cannot be read.
    package struct Problem: Error {
        package var code: String
        /// The message: lower case, without a full stop.
        package var message: String
    }

    /// Returns the bytes of a file. Throws when it is larger than `limit` bytes or cannot be read.
    package static func read(
        _ path: String, limit: Int, scope: RegularFile.Scope = .files
    ) throws(Problem) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: limit, scope: scope)
        } catch {
            if error == .tooLarge(limit: limit) {
                throw Problem(code: "limit-reached", message: "'\(path)' is larger than \(limit >> 10) KiB")
            }
            let advice = SimilarFile.advice(for: path).map { "; \($0)" } ?? ""
            throw Problem(code: "unreadable-file", message: "cannot read '\(path)': \(error)\(advice)")
        }
    }
}

extension SourceText {
    /// Decodes a text. Throws a diagnostic with the location of the first byte that is not UTF-8.
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

    /// Returns the length of the longest prefix that is valid UTF-8, in bytes.
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
