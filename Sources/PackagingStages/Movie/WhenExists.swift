import Packaging
import Glibc
import StageKit

/// What becomes of a recording that an earlier run left.
enum WhenExists: String, Sendable, CaseIterable, OptionValue {
    /// It stays, and the new one has a number in its name.
    case number
    /// It goes away.
    case replace
    /// It stays, and the run fails.
    case fail

    private static let maximumNumber = 100_000

    /// The path to record under, and whether it is another one than `path` because that is taken.
    func choose(_ path: String) throws(PackagingError) -> (path: String, isTaken: Bool) {
        guard self != .replace, isRecording(path) else { return (path, false) }
        guard self == .number else {
            throw PackagingError(
                .unwritableOutput,
                "'\(path)' is there already; move it away, or set when-exists: number or replace")
        }
        for number in 2...Self.maximumNumber {
            let other = Self.numbered(path, number)
            if access(other, F_OK) != 0 { return (other, true) }
        }
        throw PackagingError(.unwritableOutput, "'\(path)' and \(Self.maximumNumber) more are there; move them away")
    }

    /// Whether there is a file; what is no file is left to whoever opens it.
    private func isRecording(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// `folder/name-2.mp4` for `folder/name.mp4`.
    static func numbered(_ path: String, _ number: Int) -> String {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
