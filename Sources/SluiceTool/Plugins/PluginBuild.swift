import Foundation
import PipelineRuntime
import StageKit

/// Builds a plugin's folder against the modules of this tool. The library does not contain a copy of these modules.
struct PluginBuild {
    let folder: PluginFolder
    private let source: PluginSource
    private let sdk: PluginSDK
    private let compiler: SwiftCompiler

    init(_ folder: PluginFolder, environment: [String: String]) throws(Diagnostic) {
        try StaticRuntime.requireShared()
        self.folder = folder
        source = try PluginSource(folder: folder.path, name: folder.name)
        guard let sdk = PluginSDK.ofTool else {
            throw Diagnostic(
                code: "no-sdk", message: "cannot find the modules of the tool, which plugins are compiled against",
                notes: ["use the tool from its build folder, or install it with 'make install'"])
        }
        self.sdk = sdk
        compiler = try SwiftCompiler(environment: environment)
        if let made = sdk.compiler, let present = compiler.version, made != present {
            throw Diagnostic(
                code: "wrong-toolchain", message: "the tool was built with Swift \(made), not Swift \(present)",
                notes: ["build plugins with the toolchain of the tool, or build the tool with this one"])
        }
    }

    /// Builds the library and writes its manifest. Returns nil if the compiler reports errors.
    func build() throws(Diagnostic) -> PluginManifest? {
        let registration = try write("Registration.swift", Self.registration(of: source.type))
        let fresh = "\(folder.products)/new.so"
        let arguments = ["-O", "-module-name", source.name, "-emit-library", "-o", fresh]
        guard try compiler.compile(arguments + shared + source.sources + [registration]) else { return nil }
        do {
            return try publish(fresh)
        } catch {
            throw Diagnostic(
                code: "unwritable-output", message: "cannot write '\(folder.products)': \(error)")
        }
    }

    /// Names the library after its content, because the dynamic linker never loads a second library from the same path.
    private func publish(_ fresh: String) throws -> PluginManifest {
        let files = FileManager.default
        let contents = try Data(contentsOf: URL(filePath: fresh))
        let manifest = PluginManifest(
            name: source.name, contents: contents, sources: folder.sourceRevision, sdk: sdk)
        guard rename(fresh, "\(folder.products)/\(manifest.library)") == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(manifest).write(to: URL(filePath: folder.manifestPath), options: .atomic)
        // With a umask of 002 the files would be group-writable, and the loader rejects such plugins.
        for (path, mode) in [
            (folder.products, 0o755), ("\(folder.products)/\(manifest.library)", 0o755), (folder.manifestPath, 0o644),
        ] {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        for name in try files.contentsOfDirectory(atPath: folder.products)
        where name.hasSuffix(".so") && name != manifest.library {
            try files.removeItem(atPath: "\(folder.products)/\(name)")
        }
        return manifest
    }

    /// Builds the plugin and its tests for debugging. Returns the path of the test library, or nil if the compiler
    /// reports errors.
    func buildTests() throws(Diagnostic) -> String? {
        guard !source.tests.isEmpty else {
            throw Diagnostic(
                code: "no-tests", message: "'\(folder.path)/Tests' has no Swift file",
                notes: ["'sluice plugin new NAME' creates a plugin with tests"])
        }
        _ = try write("Registration.swift", Self.registration(of: source.type))
        let name = source.name
        let products = "\(folder.products)/tests"
        do {
            try FileManager.default.createDirectory(atPath: products, withIntermediateDirectories: true)
        } catch {
            throw Diagnostic(code: "unwritable-output", message: "cannot create '\(products)': \(error)")
        }
        let plugin = [
            "-Onone", "-g", "-enable-testing", "-module-name", name, "-emit-module", "-emit-module-path",
            "\(products)/\(name).swiftmodule", "-emit-library", "-o", "\(products)/lib\(name).so",
        ]
        guard try compiler.compile(plugin + shared + source.sources) else { return nil }
        let library = "\(products)/lib\(name)Tests.so"
        let tests = [
            "-Onone", "-g", "-module-name", "\(name)Tests", "-emit-library", "-o", library, "-I", products, "-L",
            products,
            "-l\(name)", "-Xlinker", "-rpath=$ORIGIN", "-plugin-path", compiler.testingPlugins,
        ]
        return try compiler.compile(tests + shared + source.tests) ? library : nil
    }

    private var shared: [String] { ["-I", sdk.folder] }

    private func write(_ name: String, _ text: String) throws(Diagnostic) -> String {
        let path = "\(folder.products)/\(name)"
        do {
            try FileManager.default.createDirectory(atPath: folder.products, withIntermediateDirectories: true)
            // Build products are specific to this machine.
            try Data("*\n".utf8).write(to: URL(filePath: "\(folder.products)/.gitignore"))
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw Diagnostic(code: "unwritable-output", message: "cannot write '\(path)': \(error)")
        }
        return path
    }

    /// Returns the source of the function that the tool calls when it loads the plugin.
    private static func registration(of type: String) -> String {
        """
        // Generated by 'sluice plugin build'.
        import StageKit

        @_cdecl("sluice_plugin_register")
        public func registerPlugin(_ catalogue: UnsafeMutableRawPointer) {
            \(type)().register(&catalogue.assumingMemoryBound(to: StageCatalogue.self).pointee)
        }

        """
    }
}
