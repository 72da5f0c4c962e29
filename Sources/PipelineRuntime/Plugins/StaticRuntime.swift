import Glibc
package import StageKit

/// The Swift runtime as a part of the program, as in installed packages.
///
/// A plugin's library would load the shared runtime as well: its types would differ from the tool's, and casts and
/// conformances would fail at random. Plugins are therefore rejected.
package enum StaticRuntime {
    /// Whether the program contains the runtime: it has not loaded the runtime's shared library.
    package static let isLinked: Bool = {
        guard let library = dlopen("libswiftCore.so", RTLD_LAZY | RTLD_NOLOAD) else { return true }
        dlclose(library)
        return false
    }()

    /// Throws a diagnostic if plugins cannot be loaded.
    package static func requireShared() throws(Diagnostic) {
        guard isLinked else { return }
        throw Diagnostic(
            code: "static-runtime", message: "this build of sluice contains the Swift runtime and cannot load plugins",
            notes: [
                "build the tool from source: 'make install' installs one that loads plugins",
                "or link plugins into the tool: SLUICE_STATIC_PLUGINS=NAME make build",
            ])
    }
}
