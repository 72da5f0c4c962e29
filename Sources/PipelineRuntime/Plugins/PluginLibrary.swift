import Glibc
import StageKit

/// The shared library of a plugin.
enum PluginLibrary {
    /// Adds the stage kinds of the plugin to a catalogue.
    typealias Registration = (inout StageCatalogue) -> Void

    /// The entry point in the library; `sluice plugin build` generates it.
    private static let symbol = "sluice_plugin_register"

    /// Loads a library, which stays loaded for the lifetime of the process, and returns its registration function.
    static func open(_ path: String, of folder: PluginFolder) throws(Diagnostic) -> Registration {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw failure(folder) }
        guard let address = dlsym(handle, symbol) else {
            throw Diagnostic(
                code: "plugin-damaged", message: "the library of plugin '\(folder.name)' has no plugin entry point",
                notes: ["build it: sluice plugin build \(folder.path)"])
        }
        let register = unsafeBitCast(address, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
        return { catalogue in withUnsafeMutablePointer(to: &catalogue) { register(UnsafeMutableRawPointer($0)) } }
    }

    /// Translates an error of the dynamic linker into a diagnostic.
    private static func failure(_ folder: PluginFolder) -> Diagnostic {
        let text = dlerror().map { String(cString: $0) } ?? "the library cannot be opened"
        let marker = "undefined symbol: "
        guard let range = text.ranges(of: marker).first else {
            return Diagnostic(code: "plugin-unloadable", message: "cannot load plugin '\(folder.name)': \(text)")
        }
        let symbol = text[range.upperBound...].prefix { $0 != " " }
        return Diagnostic(
            code: "missing-symbol",
            message: "cannot load plugin '\(folder.name)': undefined symbol \(symbol)",
            notes: [
                "'swift demangle \(symbol)' prints its declaration",
                "plugins can use Media, StageKit and the C libraries that they link, but no other modules of the tool",
            ])
    }
}
