import AssetDownloading
import Foundation
import ScriptedOrigin

extension TalkPlaylist {
    static func presentation() throws -> AssetPresentation {
        try AssetPresentation(playlist: text, url: URL(string: "http://example.com/master.m3u8"))
    }

    static func wholeLadder() throws -> AssetPresentation {
        try AssetPresentation(playlist: ladder, url: URL(string: "http://example.com/master.m3u8"))
    }
}

extension AssetPresentation {
    /// Returns the file names of variants.
    static func names(_ variants: [AssetVariant]) -> [String] { variants.map { $0.url?.lastPathComponent ?? "" } }
}
