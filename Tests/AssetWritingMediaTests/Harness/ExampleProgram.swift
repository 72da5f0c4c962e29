import Foundation
import OutsidePrograms

/// The program of `Examples/FragmentedMP4Writer`.
enum ExampleProgram {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/FragmentedMP4Writer")

    /// The path of the program, which is built once.
    static let path = Result { try build() }

    private static func build() throws -> String {
        let folder = package.appending(path: "Sources/FragmentedMP4Writer")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try OutsideProgram.build(
            "FragmentedMP4Writer", sources: files.filter { $0.pathExtension == "swift" })
    }
}
