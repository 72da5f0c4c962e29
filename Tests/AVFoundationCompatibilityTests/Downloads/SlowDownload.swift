import AVFoundationCompatibility
import ScriptedOrigin
import Testing

/// A presentation of eight segments on a slow server: its download takes about a second.
struct SlowDownload {
    static let size = 800_000
    let origin: LocalOrigin

    init(rate: Int = 400_000) throws {
        origin = try LocalOrigin(rate: rate)
        for index in 0..<8 { try origin.put("\(index).ts", noise(100_000, seed: UInt64(index))) }
        try origin.putPlaylist("media.m3u8", (0..<8).map { "\($0).ts" })
        try origin.put(
            "master.m3u8",
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001f\",RESOLUTION=640x360\nmedia.m3u8\n")
    }

    var url: String { "\(origin.base)/master.m3u8" }

    var configuration: AVAssetDownloadConfiguration {
        get throws { try Self.configuration(url) }
    }

    static func configuration(_ url: String) throws -> AVAssetDownloadConfiguration {
        AVAssetDownloadConfiguration(asset: AVURLAsset(url: try #require(URL(string: url))), title: "title")
    }

    /// Expects that a download contains the bytes of the server.
    func verify(_ location: URL) {
        for index in 0..<8 {
            let file = location.absoluteURL.appending(path: "video/0000\(index).ts")
            #expect(
                FileManager.default.contents(atPath: file.path).map(Array.init) == noise(100_000, seed: UInt64(index)))
        }
    }

    /// The segments that were sent completely more than once.
    var repeated: [String] {
        let whole = origin.log.filter { $0[0].hasSuffix(".ts") && $0[3] == "100000" }.map { $0[0] }
        return Set(whole).filter { name in whole.count { $0 == name } > 1 }.sorted()
    }
}
