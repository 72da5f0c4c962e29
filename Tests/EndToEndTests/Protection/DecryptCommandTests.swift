import Foundation
import Testing

/// `sluice decrypt`, judged by packagers that write the same presentation in the clear and encrypted.
@Suite struct DecryptCommandTests {
    static let keyID = "31323334353637383930313233343536"
    static let key = "00112233445566778899aabbccddeeff"
    private static let keyArgument = ["--key", "\(keyID):\(key)"]

    /// Packages the small movie with Shaka Packager, in segments or in one file for each track.
    static func package(
        into folder: URL, scheme: String?, isSingle: Bool = false, keyURI: String = "skd://key"
    ) async throws {
        let movie = try await Movie.small.file().path
        let streams = ["video", "audio"].map { kind in
            let files =
                isSingle
                ? "output=\(kind).mp4" : "init_segment=\(kind)/init.mp4,segment_template=\(kind)/$Number$.m4s"
            return "in=\(movie),stream=\(kind),\(files),playlist_name=\(kind).m3u8,"
                + (kind == "video" ? "iframe_playlist_name=iframes.m3u8" : "hls_name=English,language=en")
        }
        let encryption =
            scheme.map {
                [
                    "--enable_raw_key_encryption", "--clear_lead", "0", "--protection_scheme", $0, "--keys",
                    "label=:key_id=\(keyID):key=\(key)", "--hls_key_uri", keyURI,
                ]
            } ?? []
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try await Command(
            program: ShakaPackager.program().path,
            arguments: streams + encryption + [
                "--segment_duration", "2", "--hls_playlist_type", "VOD", "--quiet", "--hls_master_playlist_output",
                "index.m3u8",
            ], folder: folder, limit: 60
        ).run().succeeded()
    }

    /// The media files below a folder, by path.
    private static func media(in folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".m4s") || $0.hasSuffix(".ts") }
                .map { ($0, withoutInitialization(try Data(contentsOf: folder.appending(path: $0)))) })
    }

    /// The bytes from the first index or fragment on: this packager writes its time to initialization segments.
    private static func withoutInitialization(_ file: Data) -> Data {
        guard file.dropFirst(4).starts(with: Data("ftyp".utf8)) else { return file }
        let start = file.range(of: Data("sidx".utf8)) ?? file.range(of: Data("moof".utf8))
        return start.map { file[($0.lowerBound - 4)...] } ?? Data()
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable }, arguments: [true, false])
    func decryptedFilesEqualThoseOfShakaPackager(isSingle: Bool) async throws {
        try await Scratch.use { scratch in
            let clear = scratch.file("clear")
            try await Self.package(into: clear, scheme: nil, isSingle: isSingle)
            for scheme in ["cbcs", "cenc"] {
                let (stored, output) = (scratch.file(scheme), scratch.file("\(scheme)-out"))
                try await Self.package(into: stored, scheme: scheme, isSingle: isSingle)
                let words = ["decrypt", stored.path, output.path]
                _ = try await scratch.command(words + Self.keyArgument).run().succeeded()
                #expect(try Self.media(in: output) == Self.media(in: clear))
                // Byte ranges follow the sizes of the decrypted fragments.
                let ranges = try ["video", "iframes"].map { name in
                    try [output, clear].map { try PlaylistText($0.appending(path: "\(name).m3u8")).segments.count }
                }
                #expect(ranges.allSatisfy { $0[0] == $0[1] && $0[0] > 0 })
                let report = try await ValidationDocument(
                    output.appending(path: "index.m3u8"), profile: "rfc", in: scratch)
                #expect(report.must == [] && report.unchecked == [], "\(report.text)")
                try await Self.validate(stored, scheme, in: scratch)
            }
        }
    }

    /// Validates encrypted files with the key and with another one.
    private static func validate(_ folder: URL, _ scheme: String, in scratch: Scratch) async throws {
        let index = folder.appending(path: "index.m3u8")
        // This packager omits EXT-X-KEY with cenc and raw keys.
        let known: Set<String> = scheme == "cenc" ? ["R29"] : []
        let report = try await ValidationDocument(index, profile: "rfc", options: keyArgument, in: scratch)
        #expect(Set(report.must) == known && report.unchecked == [], "\(report.text)")
        let other = ["--key", "\(keyID):ffffffffffffffffffffffffffffffff"]
        let wrong = try await ValidationDocument(index, profile: "rfc", options: other, in: scratch)
        #expect(Set(wrong.must) == known.union(["S16"]), "\(wrong.text)")
        let missing = ["--key", "ffffffffffffffffffffffffffffffff:\(key)"]
        let without = try await ValidationDocument(index, profile: "rfc", options: missing, in: scratch)
        #expect(without.unchecked.count == 2 && without.unchecked[0].contains("no key for the KID \(keyID)"))
    }

    @Test(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
    func failureLeavesNothing() async throws {
        try await Scratch.use { scratch in
            let stored = scratch.file("stored")
            try await Self.package(into: stored, scheme: "cbcs")
            let segment = stored.appending(path: "video/1.m4s").path
            let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
            let other = ["--key", "ffffffffffffffffffffffffffffffff:\(Self.key)"]
            for words in [
                [stored.path, "out"] + other, [segment, "out"] + Self.keyArgument, [segment, "out"],
                [stored.appending(path: "video/init.mp4").path, "no-folder/out"] + Self.keyArgument,
            ] {
                let outcome = try await scratch.command(["decrypt"] + words).run()
                #expect(outcome.code == 1 && outcome.errors.hasPrefix("error: "), "\(words) \(outcome.errors)")
                #expect(!outcome.errors.contains(Self.key))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == before)
            let start = stored.appending(path: "video/init.mp4").path
            _ = try await scratch.command(["decrypt", segment, "out", "--init", start] + Self.keyArgument).run()
                .succeeded()
            // All fields of encryption are listed.
            let boxes = try await scratch.sluice("inspect", start).succeeded().output
            for field in [
                "scheme=cbcs", "format=avc1", "pattern=1:9", "KID=\(Self.keyID)", "constant_iv=", "name=common",
            ] {
                #expect(boxes.contains(field), "\(boxes)")
            }
            let fragment = try await scratch.sluice("inspect", segment).succeeded().output
            #expect(
                fragment.contains("subsamples=yes") && fragment.contains("samples=") && fragment.contains("offset="))
        }
    }

    @Test(arguments: ["cbcs", "cenc", "aes-128"])
    func segmentsOfTheToolDecrypt(method: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            _ = try await scratch.sluice("keys", "new", "--labels", "audio,sd", "--output", "keys.json").succeeded()
            _ = try await scratch.sluice("segment", movie, "clear").succeeded()
            _ = try await scratch.sluice(
                "segment", movie, "stored", "--encrypt", method, "--key-file", "keys.json", "--key-uri",
                "https://keys.example/{kid}"
            ).succeeded()
            // The key server does not exist: the URIs name the keys of the file.
            // Segments that are encrypted as a whole have no I-frame playlist (R99).
            let report = try await scratch.sluice("validate", "stored/index.m3u8", "--key-file", "keys.json")
            let fixes = report.output.contains(method == "aes-128" ? "\n1 required" : "\n0 required")
            #expect(fixes && !report.output.contains("was not examined"), "\(report)")
            _ = try await scratch.sluice("decrypt", "stored", "out", "--key-file", "keys.json").succeeded()
            let clear = try Self.media(in: scratch.file("clear"))
            #expect(try Self.media(in: scratch.file("out")) == clear && clear.count > 2)
            #expect(try Self.media(in: scratch.file("stored")) != clear)
        }
    }

    @Test func segmentsOfFFmpegDecrypt() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            try Data((0..<16).map { UInt8($0) }).write(to: scratch.file("key"))
            for (name, options) in [("clear", []), ("stored", ["-hls_key_info_file", "../info"])] {
                let folder = scratch.file(name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                if name == "stored" {
                    try FileManager.default.copyItem(at: scratch.file("key"), to: folder.appending(path: "key"))
                    _ = try scratch.write("info", "key\n../key\n")
                }
                _ = try await Command(
                    program: "ffmpeg",
                    arguments: [
                        "-v", "error", "-i", movie, "-c", "copy", "-f", "hls",
                        "-hls_time", "2", "-hls_playlist_type", "vod",
                    ] + options + ["index.m3u8"], folder: folder, limit: 60
                ).run().succeeded()
            }
            let stored = scratch.file("stored").path
            _ = try await scratch.sluice("decrypt", stored, "out").succeeded()
            let clear = try Self.media(in: scratch.file("clear"))
            #expect(try Self.media(in: scratch.file("out")) == clear && clear.count > 2)
            let text = try String(contentsOf: scratch.file("out/index.m3u8"), encoding: .utf8)
            #expect(!text.contains("EXT-X-KEY"))
            // One segment with the key and its vector.
            let name = "index1.ts"
            let vector = String(repeating: "0", count: 32)
            _ = try await scratch.sluice(
                "decrypt", "\(stored)/\(name)", "one", "--iv", vector, "--key",
                "\(Self.keyID):000102030405060708090a0b0c0d0e0f"
            ).succeeded()
            #expect(try Data(contentsOf: scratch.file("one")) == clear[name])
        }
    }
}
