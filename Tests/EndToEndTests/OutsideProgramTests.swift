import Foundation
import Testing

/// Programs in other packages, which import both libraries and Foundation.
@Suite struct OutsideProgramTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the compiler's diagnostics for a program.
    private func complaints(about program: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("import AssetDownloading\nimport AssetWriting\nimport Foundation\n\(program)\n".utf8).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [ProcessInfo.processInfo.environment["SWIFTC"] ?? "swiftc", "-swift-version", "6", "-typecheck", file.path]
            + (try searchPaths()).flatMap { ["-I", $0] }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect((process.terminationStatus == 0) == !text.contains("error:"), "\(text)")
        return text
    }

    /// Returns the module folders of the build that contains the tests, including C modules.
    private func searchPaths() throws -> [String] {
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let products = [build, build.deletingLastPathComponent()].first {
            FileManager.default.fileExists(atPath: $0.appending(path: "Modules/AssetWriting.swiftmodule").path)
        }
        let modules = try #require(products)
        let folders = [modules, Self.root.appending(path: "Sources")].flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        return [modules.appending(path: "Modules").path]
            + folders.filter {
                FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path)
            }.map(\.path)
    }

    /// Returns the public types of both libraries and the types they re-export.
    private func publicNames() throws -> [String: Bool] {
        let modules = ["AssetWriting", "AssetDownloading"]
        let declaration =
            /(?m)^(?:@_exported public import|public)(?: final)? (struct|class|enum|protocol) (?:\w+\.)?(\w+)(<?)/
        let names = try modules.flatMap { module in
            let folder = Self.root.appending(path: "Sources/\(module)").path
            let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
                try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                    .matches(of: declaration)
                    .filter { $0.3.isEmpty }.map { (String($0.2), $0.1 == "protocol") }
            }
        }
        return Dictionary(names) { first, _ in first }
    }

    @Test func noPublicNameIsAmbiguousBesideFoundation() throws {
        let names = try publicNames()
        #expect(names.count > 100 && names["AudioFormatID"] == false)
        let program = names.map { "typealias Alias\($0) = \($1 ? "any " : "")\($0)" }
        #expect(try complaints(about: program.joined(separator: "\n")) == "")
    }

    /// What a library re-exports is a promise to its users, so modules are not re-exported as a whole.
    @Test(arguments: ["SegmentGrid", "StageCatalogue"])
    func aTypeThatIsNotReexportedIsNotVisible(name: String) throws {
        #expect(try complaints(about: "typealias Alias = \(name)").contains("cannot find type '\(name)' in scope"))
    }

    @Test func oneAudioFormatIDServesBothLibraries() throws {
        let program = """
            let format = AudioFormatID.appleLossless
            let settings = AudioOutputSettings(formatID: format, sampleRate: 48_000, numberOfChannels: 2)
            let predicate = try VariantPredicate(format: "%@ IN audioAttributes.formatIDs", format)
            let number: UInt32 = kAudioFormatAppleLossless
            let theirs = AffineTransform.identity
            let ours = DisplayTransform(quarterTurns: 1)
            let isLater = MediaTime.seconds(2) + .seconds(1) - .zero > .seconds(1)
            """
        #expect(try complaints(about: program) == "")
    }

    private func delegate(_ method: String) -> String {
        "final class Delegate: AssetWriterDelegate {\n    func assetWriter(_ writer: AssetWriter, \(method)\n}"
    }

    @Test(arguments: [
        "didOutputSegmentData segmentData: Data, segmentType: AssetSegmentType) {}",
        """
        didOutputSegmentData segmentData: Data, segmentType: AssetSegmentType,
            segmentReport: AssetSegmentReport?) {}
        """,
        "didOutputSegmentDate segmentData: ByteRope, segmentType: AssetSegmentType) {}",
    ])
    func aDelegateMethodThatWouldNeverBeCalledIsRefused(method: String) throws {
        let text = try complaints(about: delegate(method))
        #expect(text.contains("'Delegate' does not conform to protocol 'AssetWriterDelegate'"), "\(text)")
    }

    @Test(arguments: [
        "didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType) {}",
        """
        didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
            segmentReport: AssetSegmentReport?) {}
        """,
    ])
    func eitherDelegateMethodIsEnough(method: String) throws {
        #expect(try complaints(about: delegate(method)) == "")
    }
}
