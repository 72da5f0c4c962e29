import Foundation

/// Files of the repository that tests use.
enum Repository {
    static func path(_ path: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)").standardized.path
    }

    static func script(_ name: String) -> String { path("Tests/OperationsTests/Scripts/\(name)") }
}
