import Glibc
import StageKit

/// The library that was built of a plugin.
enum PluginLibrary {
    /// What adds the plugin's kinds to a catalogue.
    typealias Registration = (inout StageCatalogue) -> Void

    /// The function that every plugin's build adds.
    private static let symbol = "sluice_plugin_register"

    /// Opens a library for good.
    static func open(_ path: String, of folder: PluginFolder) throws(Diagnostic) -> Registration {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw failure(folder) }
        guard let address = dlsym(handle, symbol) else {
            throw Diagnostic(
                code: "plugin-damaged", message: "the library of plugin '\(folder.name)' is not one of a plugin",
                notes: ["build it: sluice plugin build \(folder.path)"])
        }
        let register = unsafeBitCast(address, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
        return { catalogue in withUnsafeMutablePointer(to: &catalogue) { register(UnsafeMutableRawPointer($0)) } }
    }

    /// What the dynamic linker says, in the user's terms.
    private static func failure(_ folder: PluginFolder) -> Diagnostic {
        let text = dlerror().map { String(cString: $0) } ?? "the library cannot be opened"
        let marker = "undefined symbol: "
        guard let range = text.ranges(of: marker).first else {
            return Diagnostic(code: "plugin-unloadable", message: "plugin '\(folder.name)' does not load: \(text)")
        }
        let symbol = text[range.upperBound...].prefix { $0 != " " }
        return Diagnostic(
            code: "missing-symbol",
            message: "plugin '\(folder.name)' does not load: nothing has the symbol \(symbol)",
            notes: [
                "'swift demangle \(symbol)' says what it is",
                "a plugin has Media, StageKit and Debian's C libraries that it links; nothing else of the tool",
            ])
    }
}
