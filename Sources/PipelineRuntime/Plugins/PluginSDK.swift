import Foundation

/// What plugins are compiled against: the modules of this very build of the tool.
///
/// Swift promises nothing about layouts between builds on Linux, so that a plugin fits the tool that it was built for
/// and no other.
package struct PluginSDK: Sendable {
    /// The modules whose layouts plugins depend on.
    static let modules = ["Media", "StageKit"]
    /// The most bytes that are looked at for the compiler's name.
    private static let headerSize = 4096

    /// The folder with the modules.
    package let folder: String
    /// What the modules promise, as a number in hexadecimal; another one means other layouts.
    package let tag: String
    /// The compiler that made the modules, such as `6.3.1`; nil where it is not said.
    package let compiler: String?

    /// The modules in `folder`; nil where they are not.
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

    /// The modules beside the running program, in a build folder or where `make install` puts them.
    package static func ofThisProgram() -> PluginSDK? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let bin = (program as NSString).deletingLastPathComponent
        let prefix = (bin as NSString).deletingLastPathComponent
        return ["\(bin)/Modules", "\(prefix)/lib/sluice/Modules"].lazy.compactMap(PluginSDK.init(folder:)).first
    }

    /// The version behind the words that every compiled module begins with.
    private static func compiler(_ header: Data) -> String? {
        guard let words = header.range(of: Data("Swift version ".utf8)) else { return nil }
        let version = header[words.upperBound...].prefix { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
    }
}

/// Tells contents apart: FNV-1a with 64 bits. It finds what is different by chance, not by malice.
struct ContentHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
    }

    /// The hash in hexadecimal.
    var text: String { String(state, radix: 16) }

    static func text(_ data: Data) -> String {
        var hash = ContentHash()
        hash.add(data)
        return hash.text
    }
}
