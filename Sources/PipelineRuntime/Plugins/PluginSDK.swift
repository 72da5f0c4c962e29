import Foundation

/// The modules of this build of the tool, which plugins are compiled against.
///
/// Swift has no stable ABI on Linux, so a plugin works only with the build of the tool that it was compiled for.
package struct PluginSDK: Sendable {
    /// The modules whose memory layouts plugins depend on.
    static let modules = ["Media", "StageKit"]
    /// The length of the module prefix that is searched for the compiler's version, in bytes.
    private static let headerSize = 4096

    /// The folder that contains the modules.
    package let folder: String
    /// The hash of the modules, in hexadecimal. A different tag means that memory layouts may differ.
    package let tag: String
    /// The version of the compiler that built the modules, such as `6.3.1`; nil when the modules do not contain it.
    package let compiler: String?

    /// Reads the modules in `folder`; nil when one is missing.
    package init?(folder: String) {
        var hash = ContentHash()
        var compiler: String?
        for module in Self.modules {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(module).swiftmodule") else { return nil }
            hash.add(data)
            compiler = Self.compiler(data.prefix(Self.headerSize))
        }
        self.folder = folder
        tag = hash.text
        self.compiler = compiler
    }

    /// The modules of the running program, either next to it in a build folder or where `make install` puts them.
    package static func ofThisProgram() -> PluginSDK? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let bin = (program as NSString).deletingLastPathComponent
        let prefix = (bin as NSString).deletingLastPathComponent
        return ["\(bin)/Modules", "\(prefix)/lib/sluice/Modules"].lazy.compactMap(PluginSDK.init(folder:)).first
    }

    /// Returns the compiler version in the header of a compiled module.
    private static func compiler(_ header: Data) -> String? {
        guard let words = header.range(of: Data("Swift version ".utf8)) else { return nil }
        let version = header[words.upperBound...].prefix { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
    }
}
